"""Opening auction, and par prices set outside a share purchase."""
