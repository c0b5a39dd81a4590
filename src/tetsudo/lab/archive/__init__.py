"""An archive of finished games as files: records as JSON lines, events as Parquet, a data card and terms."""
