"""Those who think."""
