"""Games as files: brought from 18xx.games or from records, and downloaded."""
