"""Games that are over leave the store's memory: to a folder, or to an S3-compatible store."""
