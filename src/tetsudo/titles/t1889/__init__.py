"""Shikoku 1889: data only."""
