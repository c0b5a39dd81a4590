"""The opening auction, and par prices outside of a purchase."""
