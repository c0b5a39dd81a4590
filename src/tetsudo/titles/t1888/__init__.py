"""1888 North China, the prototype: data only."""
