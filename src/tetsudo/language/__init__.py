"""Words for ids: labels, sentences of the log, texts of powers."""
