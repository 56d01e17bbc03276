"""What both connectors need and no engine: jars, versions, Java, and the catalog's names."""
