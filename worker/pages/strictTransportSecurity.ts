/** Strict-Transport-Security of every page, for a year. Without includeSubDomains, since subdomains may belong to the merchant. */
export const strictTransportSecurity = 'max-age=31536000'
