"""Pages of the designer's workbench: a site on this computer for one person and one title."""
