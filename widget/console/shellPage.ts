import { shellTexts } from './shell/texts.ts'

/** What the static page refers to. */
export type ShellFiles = {
  readonly script: { readonly path: string; readonly integrity: string }
  readonly style: { readonly path: string; readonly integrity: string }
  /** The JSON of the import map with the hashes of all other scripts. */
  readonly importMap: string
}

const row = '<div class="skeleton-row"><i></i><i></i><i></i></div>'

/** The static page of the console, the same for every address: a skeleton of the size of the frame. */
export const shellPage = ({ script, style, importMap }: ShellFiles): string =>
  `<!doctype html><html lang="en" dir="ltr"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${shellTexts.product}</title>` +
  `<link rel="stylesheet" href="${style.path}" integrity="${style.integrity}">` +
  `<script type="importmap">${importMap}</script>` +
  `<script type="module" src="${script.path}" integrity="${script.integrity}"></script>` +
  `<body><console-shell><div class="bar"></div><div class="sections"></div><main aria-busy="true">` +
  `<div class="skeleton-title"><i></i></div><div class="skeleton-rows">${row.repeat(8)}</div></main></console-shell>` +
  `<noscript>The console needs JavaScript.</noscript>`
