/** A script below a name that is its hash. `integrity` is of SRI; sizes are in bytes. */
type Script = { path: string; integrity: string; bytes: number; brotli: number }

/** What the build of the widgets tells the worker that serves them: dist/pages.json. */
export type Pages = {
  embed: Script
  card: {
    locales: string[]
    /** CSP sources of the frame's one script and one style element. */
    scriptHash: string
    styleHash: string
    /** Changes with any byte of any locale's file: the frame's ETag. */
    version: string
    /** The largest locale's file. */
    bytes: number
    brotli: number
  }
  checkout: {
    /** For each there is a file of texts and styles, /checkout/<locale>.json. */
    locales: string[]
    script: Script
    /** Gives the page other colours; loaded where a merchant tries some out. */
    repaint: Script
  }
}

/** A script of ours on a page where a card is typed, as PCI DSS 6.4.3 wants each listed: what it is, why it is there, who let it in. */
export type PageScript = {
  name: string
  /** Path below the gateway's origin; null for a script that stands in the page itself. */
  src: string | null
  /** Of its bytes, as `integrity` has it: sha384. */
  integrity: string
  /** Why the page needs it. */
  purpose: string
  /** What keeps every other script out, or this one as it is. */
  authorizedBy: string
}

/** A page that takes payments, as the gateway sends it. */
export type PaymentPage = {
  name: string
  path: string
  scripts: PageScript[]
  /**
   * Headers with a bearing on what may run there, in lower case. `{nonce}` is another in each answer; `{ancestors}` are the origins that the
   * account allows, or 'none'; `{logo}` is the origin of the account's logo, without which that directive is absent.
   */
  headers: Record<string, string>
}

/** What /.well-known/payment-page-scripts.json answers. */
export type PaymentPages = {
  /** Changes with any byte of a script, and any header. */
  version: string
  pages: PaymentPage[]
  /** What stands on a merchant's own page: it never sees a card, and may be pinned by its hash. */
  onMerchantPages: PageScript[]
}

/** What the build tells of the pages that are read, and of the files of the API reference: dist/docs.json. */
export type Docs = {
  /** Changes with any byte of any of them: their ETag. */
  version: string
  /** CSP source of the one style element that each page without scripts has. */
  styleHash: string
  /** CSP source of the one script that stands in the page of the API reference. */
  loaderHash: string
}

/** In a printed page, stands for the address at which it is asked. */
export const originPlace = '{origin}'
