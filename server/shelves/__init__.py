"""Where archived records lie: a folder, or a bucket of an S3-compatible store."""
