import { parseFontUrl, printBrand } from '#contract/theme/brand'
import { printCheckoutTheme } from '#contract/theme/printCheckoutTheme'
import { checkoutTheme } from '#contract/theme/checkoutTheme'
import { readCssColor } from '#contract/theme/cssColor'
import type { Appearance } from '#contract/checkouts/appearance'
import pages from '#built/pages' with { type: 'json' }
import { Html, escapeHtml, html } from '../html.ts'
import type { LocaleFile } from './texts.ts'

interface DocumentParts {
  readonly locale: string
  readonly file: LocaleFile
  readonly title: string
  /** Members of the merchant's appearance. */
  readonly appearance: Readonly<Appearance>
  readonly nonce: string
  readonly body: Html
  /** The merchant's favicon, which the policy allows. */
  readonly icon?: URL | null
  /** Whether the body has the merchant's logo or pictures of items. */
  readonly hasImages?: boolean
  /** Whether the page needs the script. */
  readonly script: boolean
  /** Styles of parts that few checkouts have. */
  readonly extraStyle?: string
  /** Paths of scripts that the page's script will import. They load after it. */
  readonly preloads?: readonly string[]
  /** Id of the element that browsers parse whole before they first paint; else its rows would move while they are parsed. */
  readonly paintAfter?: string | null
  /** Whether the page is in an iframe, whose height follows the page. */
  readonly framed?: boolean
  /** data- attributes of the body, for the script. */
  readonly data?: Readonly<Record<string, string | null>>
}

/** Styles of what only some appearances have. */
const OPTIONAL_STYLES = {
  acceptedNetworks:
    '.networks{display:flex;flex-wrap:wrap;gap:6px;margin-bottom:12px}.networks>span{width:32px;height:20px}',
  statementDescriptor: '.statement{margin-bottom:16px;color:var(--muted);font-size:.8125rem}',
} as const

/** The built style sheet and the colours of this page. */
const styles = (style: string, appearance: DocumentParts['appearance']) => {
  const theme = checkoutTheme(appearance, readCssColor)
  const schemes = new Set([theme.light.wide, theme.dark.wide].map(({ page }) => page.scheme))
  // The total has the colour of text unless the merchant sets an accent.
  const total = appearance.invoiceAccentColor ? '.invoice{--total:var(--accent)}' : ''
  const font = parseFontUrl(appearance.fontUrl)
  const optional = Object.entries(OPTIONAL_STYLES).flatMap(([member, css]) => (member in appearance ? [css] : []))
  const css = [style, printCheckoutTheme(theme), total, printBrand(appearance, font), ...optional].join('')
  return { css, font, variant: theme.variant, schemes: [...schemes].join(' ') }
}

const attributes = (data: NonNullable<DocumentParts['data']>): Html =>
  new Html(
    Object.entries(data)
      .map(([name, value]) => (value === null ? '' : ` data-${name}="${escapeHtml(value)}"`))
      .join(''),
  )

/** An inline script that the policy allows, without white space inside, which would change its hash. */
export const inlineScript = ({ code }: { readonly code: string }, nonce: string): Html =>
  new Html(`<script nonce="${escapeHtml(nonce)}">${code}</script>`)

/** A whole page. It has no style attributes, since the policy forbids them. */
export const document = ({
  locale,
  file,
  title,
  appearance,
  nonce,
  body,
  icon = null,
  script,
  extraStyle = '',
  hasImages = false,
  preloads = [],
  paintAfter = null,
  framed = false,
  data = {},
}: DocumentParts): string => {
  const { css, font, variant, schemes } = styles(file.style + extraStyle, appearance)
  // No style sheet contains text of a merchant: a font's URL is parsed and printed.
  const style = new Html(`<style nonce="${escapeHtml(nonce)}">${css}</style>`)
  return html`
    <!doctype html>
    <html lang="${locale}" dir="${file.card.direction}" data-variant="${variant}"${framed ? new Html(' data-framed') : null}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="${schemes}" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        ${
          paintAfter &&
          html`
            <link rel="expect" href="#${paintAfter}" blocking="render" />
          `
        }
        ${
          icon &&
          html`
            <link rel="icon" href="${icon.href}" />
          `
        }
        ${
          font &&
          html`
            <link rel="preload" as="font" type="font/woff2" crossorigin href="${font.href}" />
          `
        }
        ${style}
        ${hasImages ? inlineScript(pages.checkout.logo, nonce) : null}
        ${preloads.map(
          (path) => html`
            <link rel="modulepreload" fetchpriority="low" nonce="${nonce}" href="${path}" />
          `,
        )}
        ${
          script
            ? html`
                ${inlineScript(pages.checkout.loader, nonce)}
                <script type="module" nonce="${nonce}" src="${pages.checkout.script.path}"></script>
              `
            : null
        }
      </head>
      <body${attributes(data)}>
        ${body}
      </body>
    </html>
  `.text
}
