import type { PaymentPage } from '#contract/builtPages'
import { pageNamed, type Build } from './build.ts'
import { faultsOfHeaders, placesOf } from './headers.ts'
import { faultsOfHtml, runsScripts } from './html.ts'
import type { Received } from './receive.ts'
import { checkScripts } from './scripts.ts'
import { bothEncodings, firstDifference, forEach, visit, type Visit } from './visit.ts'

/** Lines about what was checked, and about each difference. */
export type Report = { checked: string[]; faults: string[] }

export type PagesCheckOptions = {
  /** Origin of the gateway. */
  gateway: URL
  build: Build
  /** The id of an open checkout; null to check the 404 page only. */
  checkout: string | null
  /** A publishable key, whose origins the card form's frame-ancestors has. */
  key: string | null
  /** Origins that may frame the pages; null to skip this check. */
  framedBy: readonly string[] | null
}

/** The id of a checkout that does not exist. */
const unknownCheckout = `00${'x'.repeat(22)}`

/** The sources of frame-ancestors. */
type Ancestors = readonly string[]
const isAlone = (ancestors: Ancestors): boolean => ancestors.join() === "'none'"

const faultsOfAncestors = (ancestors: Ancestors, framedBy: PagesCheckOptions['framedBy']): string[] =>
  isAlone(ancestors) || framedBy === null
    ? []
    : ancestors
        .filter((origin) => !framedBy.includes(origin))
        .map((origin) => `Content-Security-Policy: frame-ancestors has the extra origin ${origin}`)

/** Checks headers and markup of a response. */
const faultsOfAnswer = (page: PaymentPage, { headers, body }: Received): string[] => [
  ...faultsOfHeaders(page.headers, headers),
  ...faultsOfHtml(body.toString(), page.scripts, placesOf(headers).nonce),
]

/** Checks that the card form of a language is byte for byte the built one. */
const checkCard = async (
  { request, report, build }: Visit,
  { key, framedBy }: PagesCheckOptions,
  { locale, encodings }: { locale: string; encodings?: string },
): Promise<Ancestors> => {
  const path = `/card?locale=${locale}`
  const received = await request(key === null ? path : `${path}&key=${key}`, 'iframe', encodings)
  const { ancestors } = placesOf(received.headers)
  if (received.status !== 200) {
    report(path, [`returned ${received.status}`])
    return ancestors
  }
  report(path, faultsOfAnswer(pageNamed(build, 'card form'), received))
  report(path, faultsOfAncestors(ancestors, key === null ? [] : framedBy))
  const file = await build.file(`card/${locale}.html`)
  if (!file.equals(received.body)) report(path, [`differs from the build, ${firstDifference(file, received.body)}`])
  return ancestors
}

/** A closed checkout has no script and no preload header. */
const withoutScript = (page: PaymentPage): PaymentPage => ({
  ...page,
  headers: Object.fromEntries(Object.entries(page.headers).filter(([name]) => name !== 'link')),
})

/** Checks a checkout page, which is rendered per request. It is requested twice, since the nonces must differ. */
const checkCheckout = async (
  { request, report, build }: Visit,
  { framedBy }: PagesCheckOptions,
  { id, status }: { id: string; status: number },
): Promise<Ancestors> => {
  const path = `/checkout/${id}`
  const responses = [
    await request(path, 'document', bothEncodings[0]),
    await request(path, 'document', bothEncodings[1]),
  ]
  const openValues = responses.map(({ headers }) => placesOf(headers))
  for (const [index, received] of responses.entries()) {
    if (received.status !== status) report(path, [`returned ${received.status} instead of ${status}`])
    const { ancestors } = openValues[index]!
    const page = pageNamed(build, isAlone(ancestors) ? 'checkout' : 'embedded checkout')
    const hasScript = runsScripts(received.body.toString())
    if (!hasScript && status === 200) report(path, ['the script is missing. Is the checkout still open?'])
    report(path, faultsOfAnswer(hasScript ? page : withoutScript(page), received))
    report(path, faultsOfAncestors(ancestors, framedBy))
  }
  if (openValues[0]!.nonce === openValues[1]!.nonce) report(path, ['two responses have the same nonce'])
  return openValues[0]!.ancestors
}

const framed = (ancestors: Ancestors): string =>
  isAlone(ancestors) ? 'cannot be framed' : `framed by ${ancestors.join(' ').replace('*', 'any origin')}`

/**
 * Compares the pages of a gateway with a build: each script byte for byte, each header, each source of a policy, and all markup that could run
 * or load something. The gateway's own manifest is compared, not trusted, since an attacker could change it, too.
 *
 * @throws CliError if the gateway is unreachable
 */
export const checkPages = async (options: PagesCheckOptions): Promise<Report> => {
  const { gateway, build, checkout } = options
  const check = visit(gateway, build)
  const count = await checkScripts(check)
  const ancestors = await checkCard(check, options, { locale: 'en', encodings: 'identity' })
  await forEach(build.cardLocales, async (locale) => void (await checkCard(check, options, { locale })))
  await checkCheckout(check, options, { id: unknownCheckout, status: 404 })
  const checked = [
    `${count} scripts, compressed and plain`,
    `the card form in ${build.cardLocales.length} languages: ${framed(ancestors)}`,
    'the 404 page of checkouts',
  ]
  if (checkout !== null) {
    const framing = await checkCheckout(check, options, { id: checkout, status: 200 })
    checked.push(`the checkout ${checkout}: ${framed(framing)}`)
  }
  return { checked, faults: check.faults() }
}
