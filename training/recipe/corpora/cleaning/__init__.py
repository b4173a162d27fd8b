"""From raw pairs to pairs worth training on."""
