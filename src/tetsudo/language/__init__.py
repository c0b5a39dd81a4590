"""Words for ids: labels, log sentences, descriptions of powers."""
