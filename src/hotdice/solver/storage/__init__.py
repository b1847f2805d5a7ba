"""Solutions on disk: finding, packing, keeping and comparing them."""
