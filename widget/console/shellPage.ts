import { PALETTE } from '#contract/theme/tokens'
import { shellTexts } from './shell/texts.ts'

/** What the static page refers to. */
export type ShellFiles = {
  readonly script: { readonly path: string; readonly integrity: string }
  readonly style: { readonly path: string; readonly integrity: string }
  /** The path of the icon. */
  readonly icon: string
  /** The JSON of the import map with the hashes of all other scripts. */
  readonly importMap: string
  /** The code of `firstRequests.ts`. */
  readonly firstRequests: string
}

const row = '<div class="skeleton-row"><i></i><i></i><i></i></div>'

/** The icon of the page: the mark of the bar, with the colours of a light page. */
export const consoleIcon =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="7" fill="${PALETTE.accent[0]}"/>` +
  '<path d="M7 6v12M17 6v12M7 14.5h10M7 10h10" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>'

/** The page in parts; see the manifest. */
type ShellParts = {
  readonly start: string
  readonly firstRequests: string
  readonly middle: string
  readonly end: string
}

/** The page of the console in parts, between which the scripts of an address are printed. It is a skeleton of the size of the frame. */
export const shellPage = ({ script, style, icon, importMap, firstRequests }: ShellFiles): ShellParts => ({
  start:
    `<!doctype html><html lang="en" dir="ltr"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${shellTexts.product}</title>` +
    `<link rel="icon" href="${icon}">` +
    // An import map has to precede every script and preload of a script.
    `<script type="importmap">${importMap}</script>`,
  firstRequests,
  middle:
    `<link rel="stylesheet" href="${style.path}" integrity="${style.integrity}">` +
    `<script type="module" fetchpriority="low" src="${script.path}" integrity="${script.integrity}"></script>` +
    `<body><console-shell><div class="bar"></div><div class="sections"></div><main aria-busy="true">`,
  end:
    `<div class="skeleton-rows">${row.repeat(8)}</div></main></console-shell>` +
    `<noscript>The console needs JavaScript.</noscript>`,
})
