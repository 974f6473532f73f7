/** A script at a path with its content hash. `integrity` is a Subresource Integrity value; sizes are in bytes. */
type Script = { path: string; integrity: string; bytes: number; brotli: number }

/** A script printed into the page, with its Subresource Integrity value. */
type InlineScript = { code: string; integrity: string }

/** Manifest of the built widgets for the worker that serves them: dist/pages.json. */
export type PagesManifest = {
  embed: Script
  card: {
    locales: string[]
    /** CSP sources of the frame's only script and only style element. */
    scriptHash: string
    styleHash: string
    /** Hash over the files of all locales, the frame's ETag. */
    version: string
    /** Size of the largest locale's file. */
    bytes: number
    brotli: number
  }
  checkout: {
    /** Each has a file of texts and styles, /checkout/<locale>.json. */
    locales: string[]
    script: Script
    /** Renders addresses; loaded only by a form with an address. */
    address: Script
    /** Renders consents; loaded only by a form with any. */
    consents: Script
    /** Masks stored values and removes payment methods; loaded only by a customer's form that does either. */
    customer: Script
    /** Makes choices that change the total; loaded only by a checkout that offers any. */
    order: Script
    /** Shows the accepted card networks and checks the number against them; loaded only by a form that restricts them. */
    networks: Script
    /** The inline script that watches `script`. */
    loader: InlineScript
    /** The inline script that replaces a logo or a picture that does not load; only on pages with either. */
    logo: InlineScript
    /** The inline script that lays out the order before the rest of the page is parsed; only on open checkouts. */
    earlyLayout: InlineScript
    /** Changes the page's colours; loaded only in the appearance preview. */
    repaint: Script
    /** Hash over the address rules of all countries, /address/<country>.json. */
    addressVersion: string
  }
  console: {
    /**
     * The page in parts. Between `start` and `middle` the page of a screen has `reads`, an inline script with the code `firstRequests`,
     * which asks for them and for the session, and preloads of the screen's scripts. Between `middle` and `end` is the title. It refers to
     * its files by their hashes.
     */
    shell: { start: string; firstRequests: string; middle: string; end: string }
    /**
     * The screens by a pattern of the paths of their addresses: their scripts beyond `script`, the title unless it is in their data, and the
     * paths that they read of the API first, with `{id}` for the id of the address.
     */
    screenPages: {
      pattern: string
      scripts: { path: string; integrity: string }[]
      title: string | null
      reads: readonly string[]
    }[]
    /** CSP sources of the page's inline scripts: an import map with the hashes of the lazily loaded scripts, and `firstRequests`. */
    scriptHashes: string[]
    /** Hash over the parts of the page and `screenPages`, its ETag. */
    version: string
    script: Script
    style: Script
    /** The size of each lazily loaded screen with the scripts that it imports, beyond `script`. */
    screens: Record<string, { bytes: number; brotli: number }>
  }
}

/** A script on a page with card fields, with the inventory data of PCI DSS 6.4.3: identity, justification and authorization. */
export type PageScript = {
  name: string
  /** Path on the gateway's origin; null for an inline script. */
  src: string | null
  /** Subresource Integrity value, sha384. */
  integrity: string
  /** Why the page needs the script. */
  purpose: string
  /** The control that blocks other scripts, or changes to this one. */
  authorizedBy: string
}

/** A payment page, as the gateway serves it. */
export type PaymentPage = {
  name: string
  path: string
  scripts: PageScript[]
  /**
   * Security headers, with names in lower case. `{nonce}` differs in each response; `{ancestors}` are the account's allowed origins, or
   * 'none'; `{images}` are the origins of the account's logo, the checkout's favicon and its items' pictures, `{font}` that of its font: a
   * directive is absent without such a file.
   */
  headers: Record<string, string>
}

/** The body of /.well-known/payment-page-scripts.json. */
export type PaymentPageInventory = {
  /** Hash over all scripts and headers. */
  version: string
  pages: PaymentPage[]
  /** Scripts on the merchant's own page. They have no access to card data and can be pinned by hash. */
  onMerchantPages: PageScript[]
}

/** Manifest of the static pages and of the API description: dist/docs.json. */
export type DocsManifest = {
  /** Hash over all files, their ETag. */
  version: string
  /** CSP source of the only style element of each page without scripts. */
  styleHash: string
}

/** Placeholder in a printed page for the origin of the request. */
export const originPlaceholder = '{origin}'
