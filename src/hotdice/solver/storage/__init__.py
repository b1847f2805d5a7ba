"""Solutions on disk: finding, packing, storing and comparing them."""
