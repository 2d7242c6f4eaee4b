"""Drawing: imported only when something is drawn."""
