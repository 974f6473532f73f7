/** What a page of the shop may load: from the shop itself, and from the gateway its script and its frames. */
export const policyFor = (gateway: string, frames = gateway): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${gateway}`,
    `frame-src ${frames}`,
    "style-src 'self'",
    "img-src 'self'",
    // A form that is answered with the address of a checkout leads there.
    `form-action 'self' ${gateway}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** What a page of the demo may load that is one script of its own, which makes all there is to see: that, and what `more` says. */
export const scriptPagePolicy = (...more: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    ...more,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
