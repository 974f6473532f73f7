import { printCheckoutTheme } from '#contract/theme/printCheckoutTheme'
import { checkoutTheme } from '#contract/theme/checkoutTheme'
import { knownColor } from '#contract/theme/cssColor'
import pages from '#built/pages'
import { Html, escapeHtml, html } from '../html.ts'
import type { LocaleFile } from './texts.ts'

interface Parts {
  readonly locale: string
  readonly file: LocaleFile
  readonly title: string
  /** Members of the merchant's appearance. */
  readonly appearance: Readonly<Record<string, string>>
  readonly nonce: string
  readonly body: Html
  /** The merchant's logo, which the policy lets pass. */
  readonly icon?: URL | null
  /** Whether the page has a use for the script. */
  readonly script: boolean
  /** Whether it is asked for by a frame, whose height will follow that of the page. */
  readonly framed?: boolean
  /** What the script is told where it has no data: attributes of the body. */
  readonly told?: Readonly<Record<string, string | null>>
}

/** The style sheet of the build, and the colours of this page. */
const styles = (style: string, appearance: Parts['appearance']) => {
  const theme = checkoutTheme(appearance, knownColor)
  const schemes = new Set([theme.light.wide, theme.dark.wide].map(({ page }) => page.scheme))
  // The total is text like any other, unless the merchant has an accent for it.
  const total = appearance['invoiceAccentColor'] ? '.invoice{--total:var(--accent)}' : ''
  return { css: style + printCheckoutTheme(theme) + total, variant: theme.variant, schemes: [...schemes].join(' ') }
}

const attributes = (told: NonNullable<Parts['told']>): Html =>
  new Html(
    Object.entries(told)
      .map(([name, value]) => (value === null ? '' : ` data-${name}="${escapeHtml(value)}"`))
      .join(''),
  )

/** A whole page. Nothing in it has a style of its own: the policy would refuse it. */
export const document = ({
  locale,
  file,
  title,
  appearance,
  nonce,
  body,
  icon = null,
  script,
  framed = false,
  told = {},
}: Parts): string => {
  const { css, variant, schemes } = styles(file.style, appearance)
  // Neither style sheet has a text in it that is not ours.
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
          icon &&
          html`
            <link rel="icon" href="${icon.href}" />
          `
        }
        ${style}
        ${
          script
            ? html`
                <script type="module" nonce="${nonce}" src="${pages.checkout.script.path}"></script>
              `
            : null
        }
      </head>
      <body${attributes(told)}>
        ${body}
      </body>
    </html>
  `.text
}
