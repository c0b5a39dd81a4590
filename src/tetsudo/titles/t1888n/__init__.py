"""1888-N, the published edition of 1888 North China: only its differences."""
