"""The command line: `app` declares the commands, the other modules do the work, one subject each."""
