/**
 * The inline script after the order of an open checkout: lays out the order while the rest of the page is parsed. With its fonts, it is half of
 * the first layout, which would block a slow phone in one task with the first paint. It has no imports, since it must not wait for them.
 */
document.body.getBoundingClientRect()
