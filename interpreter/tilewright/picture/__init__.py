"""What a position looks like: from a view to a scene, and from a scene to SVG."""
