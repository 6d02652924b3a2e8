//! A token that was signed once with RS256, and the modulus of its key. The private key is gone.

/// The token: `rita` of `https://id.example.org` for `tilewright`, until 2100.
pub const TOKEN: &str = "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6InJzYSJ9.eyJzdWIiOiJyaXRhIiwibmFtZSI6IlJpdGE\
     iLCJpc3MiOiJodHRwczovL2lkLmV4YW1wbGUub3JnIiwiYXVkIjoidGlsZXdyaWdodCIsImV4cCI6NDEwMjQ0NDg\
     wMH0.LAPp2meGz8yy3Z1xf9EXk-n4-OD4VnryK8GPHDk2V7aWVNTcq6pKvHgH8D95_6Xozr3YC9vcXuSiHLzlI-o\
     wpaOPu32iL4jpZ8JbyitPeWE4awTxRGXjjBOcX-8O4_AjWEAHdvpBzGT9ZtEGJRPZSLzri7GRma7bNxnI0CxTc5m\
     Ivgc8JsoC-o1twBquGAvx4KQ0_iHOVWFQm87JJIPypqH-0T8TtkZRmbTrjl-RpA2DxFO8cHKYo9j772ArXK9-ogg\
     6KlnI2rr-O4qIFmd00cDhgE39ZgrIzfgTYcyavpLxfKkIky8amLR4yZ_f6bdM30aY2JnIutGC5uHvG_SJVw";

/// The modulus; the exponent is `AQAB`.
pub const MODULUS: &str = "zzA3fLKneOXKoqOglRrjPIxLNFT5wZwQ2eozs5lRXwb2lEoN2e35WXLkPcEgAGS0Pzt8PHvInRKQREXIt6cOSYn1\
     FYCldNCHfHogGJoF0b9boQk73pCP9i1jjSlOOSwgURXkxGkikfH7hmCJzbz3XhXcqAEX0xY-lJGzyY2JjmEWaiO9\
     KWJj8ICXTw5wtzQxYWilAgUueY8kUNsjsgKnEkE8Wtjf49rwdCkbW7NVzqr8t47c8X8c2j1x5XGZTzVVOUKroDJt\
     akrOR3e35Gfm3y46RSDYtu-tvHtsZAwhM3CyOojlYNk4NMJO1h5gRRJdfkx6LYe23XYGBdQZuzLKVQ";
