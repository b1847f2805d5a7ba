"""Below requests: connection limits, timeouts, HTTP framing and proxies."""
