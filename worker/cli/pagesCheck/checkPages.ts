import type { PaymentPage } from '#contract/builtPages'
import { pageNamed, type Build } from './build.ts'
import { faultsOfHeaders, placesOf } from './headers.ts'
import { faultsOfHtml, runsScripts } from './html.ts'
import type { Received } from './receive.ts'
import { checkScripts } from './scripts.ts'
import { bothEncodings, firstDifference, forEach, visit, type Visit } from './visit.ts'

/** What was looked at, one line each, and what is wrong, one line each. */
export type Report = { looked: string[]; faults: string[] }

export type Asked = {
  /** Origin of the gateway. */
  gateway: URL
  build: Build
  /** The id of a checkout; without one only the page for those that do not exist is seen. */
  checkout: string | null
  /** A publishable key, by which the card form says who may frame it. */
  key: string | null
  /** Origins that may frame the pages; null where that is not to be compared. */
  framedBy: readonly string[] | null
}

/** An id that is nobody's: none has so many like letters. */
const noCheckout = `00${'x'.repeat(22)}`

/** Who may frame a page, as its policy says it. */
type Ancestors = readonly string[]
const isAlone = (ancestors: Ancestors): boolean => ancestors.join() === "'none'"

const faultsOfAncestors = (ancestors: Ancestors, framedBy: Asked['framedBy']): string[] =>
  isAlone(ancestors) || framedBy === null
    ? []
    : ancestors
        .filter((origin) => !framedBy.includes(origin))
        .map((origin) => `Content-Security-Policy: frame-ancestors lets ${origin} frame it`)

/** Headers and markup of one answer. */
const faultsOfAnswer = (page: PaymentPage, { headers, body }: Received): string[] => [
  ...faultsOfHeaders(page.headers, headers),
  ...faultsOfHtml(body.toString(), page.scripts, placesOf(headers).nonce),
]

/** The card form in one language: it is as the build left it, to the last byte. */
const checkCard = async (
  { ask, say, build }: Visit,
  { key, framedBy }: Asked,
  { locale, encodings }: { locale: string; encodings?: string },
): Promise<Ancestors> => {
  const path = `/card?locale=${locale}`
  const received = await ask(key === null ? path : `${path}&key=${key}`, 'iframe', encodings)
  const { ancestors } = placesOf(received.headers)
  if (received.status !== 200) {
    say(path, [`it answers ${received.status}`])
    return ancestors
  }
  say(path, faultsOfAnswer(pageNamed(build, 'card form'), received))
  say(path, faultsOfAncestors(ancestors, key === null ? [] : framedBy))
  const file = await build.file(`card/${locale}.html`)
  if (!file.equals(received.body))
    say(path, [`the page is not that of the build, ${firstDifference(file, received.body)}`])
  return ancestors
}

/** A checkout that is over needs no script, and then no hint to load it. */
const withoutScript = (page: PaymentPage): PaymentPage => ({
  ...page,
  headers: Object.fromEntries(Object.entries(page.headers).filter(([name]) => name !== 'link')),
})

/** A page of the checkout, which is drawn anew for each answer. It is asked for twice, since its nonce must be another. */
const checkCheckout = async (
  { ask, say, build }: Visit,
  { framedBy }: Asked,
  { id, status }: { id: string; status: number },
): Promise<Ancestors> => {
  const path = `/checkout/${id}`
  const answers = [await ask(path, 'document', bothEncodings[0]), await ask(path, 'document', bothEncodings[1])]
  const places = answers.map(({ headers }) => placesOf(headers))
  for (const [index, received] of answers.entries()) {
    if (received.status !== status) say(path, [`it answers ${received.status} in place of ${status}`])
    const { ancestors } = places[index]!
    const page = pageNamed(build, isAlone(ancestors) ? 'checkout' : 'checkout in a page of the merchant’s')
    const hasScript = runsScripts(received.body.toString())
    if (!hasScript && status === 200) say(path, ['its script is not there. Is the checkout still open?'])
    say(path, faultsOfAnswer(hasScript ? page : withoutScript(page), received))
    say(path, faultsOfAncestors(ancestors, framedBy))
  }
  if (places[0]!.nonce === places[1]!.nonce) say(path, ['two answers have the same nonce, so anybody knows the next'])
  return places[0]!.ancestors
}

const framed = (ancestors: Ancestors): string =>
  isAlone(ancestors) ? 'nobody may frame it' : `framed by ${ancestors.join(' ').replace('*', 'anybody')}`

/**
 * Compares what a gateway sends to shoppers with what a build would send: each script byte for byte, each header, each source of a policy, and
 * whatever of a page could run or load something. What the gateway says of itself proves nothing, since who changes a page can change that, too.
 *
 * @throws Complaint where the gateway does not answer
 */
export const checkPages = async (asked: Asked): Promise<Report> => {
  const { gateway, build, checkout } = asked
  const visiting = visit(gateway, build)
  const count = await checkScripts(visiting)
  const ancestors = await checkCard(visiting, asked, { locale: 'en', encodings: 'identity' })
  await forEach(build.cardLocales, async (locale) => void (await checkCard(visiting, asked, { locale })))
  await checkCheckout(visiting, asked, { id: noCheckout, status: 404 })
  const looked = [
    `${count} scripts, compressed and plain`,
    `the card form in ${build.cardLocales.length} languages: ${framed(ancestors)}`,
    'the page for checkouts that do not exist',
  ]
  if (checkout !== null) {
    const framing = await checkCheckout(visiting, asked, { id: checkout, status: 200 })
    looked.push(`the checkout ${checkout}: ${framed(framing)}`)
  }
  return { looked, faults: visiting.faults() }
}
