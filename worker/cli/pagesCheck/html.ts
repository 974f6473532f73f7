import { createHash } from 'node:crypto'
import type { PageScript } from '#contract/builtPages'

/** An element of a page; `text` is set for script, style and similar elements. */
export type Element = { tag: string; attributes: Record<string, string>; text: string }

/**
 * Markup as the gateway writes it: attributes are in double quotes and contain neither quotes nor brackets, since all text is escaped. Any
 * other markup, which browsers parse in surprising ways, is reported.
 */
const markup =
  /<!doctype html>|<\/(?<end>[a-z][a-z0-9-]*)[ \n]*>|<(?<tag>[a-z][a-z0-9-]*)(?<attributes>(?:[ \n]+[a-zA-Z][\w:-]*(?:="[^"<>]*")?)*)[ \n]*\/?>/y
const attribute = /([a-zA-Z][\w:-]*)(?:="([^"<>]*)")?/g
/** Elements whose content is text. */
const raw = new Set(['script', 'style'])
/** Inline JSON, which does not run. */
const isData = ({ tag, attributes }: Element): boolean =>
  tag === 'script' && attributes['type'] === 'application/json' && !('src' in attributes)

/**
 * Whether a browser could end the element earlier than we do, or see markup in it. Media queries contain `<` before a number, and the built
 * script contains markup in strings.
 */
const isAmbiguous = (element: Element): boolean => {
  if (isData(element)) return element.text.includes('<')
  return (element.tag === 'style' ? /<[a-z!/?]/i : /<\/script|<!--/i).test(element.text)
}

export const sha384 = (content: Buffer | string): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`

/** Parses attributes. Null if one is repeated: browsers use the first, so the second could mislead this check. */
const attributesOf = (text: string): Record<string, string> | null => {
  const all = [...text.matchAll(attribute)].map(([, name = '', value = '']) => [name.toLowerCase(), value] as const)
  const attributes = Object.fromEntries(all)
  return Object.keys(attributes).length === all.length ? attributes : null
}

/** Parses a page. `unread` is the first markup that the gateway does not write; parsing stops there. */
export const readElements = (html: string): { elements: Element[]; unread: string | null } => {
  const elements: Element[] = []
  let at = 0
  for (;;) {
    at = html.indexOf('<', at)
    if (at === -1) return { elements, unread: null }
    markup.lastIndex = at
    const found = markup.exec(html)
    const attributes = attributesOf(found?.groups?.['attributes'] ?? '')
    if (found === null || attributes === null) return { elements, unread: html.slice(at, at + 60) }
    at = markup.lastIndex
    const tag = found.groups?.['tag']
    if (tag === undefined) continue
    const element = { tag, attributes, text: '' }
    elements.push(element)
    if (!raw.has(tag)) continue
    const end = html.indexOf(`</${tag}>`, at)
    if (end === -1) return { elements, unread: html.slice(at, at + 60) }
    element.text = html.slice(at, end)
    if (isAmbiguous(element)) return { elements, unread: html.slice(at, at + 60) }
    at = end
  }
}

/** Elements that run, embed or navigate. No payment page has one. */
const forbidden = new Set(
  'applet audio base embed foreignobject form frame frameset iframe image object portal source template track use video'.split(
    ' ',
  ),
)
/** Attributes that run, embed or navigate, beside `on…`. */
const forbiddenAttributes = new Set(
  'action background data formaction http-equiv ping poster srcdoc srcset style'.split(' '),
)
const addresses = new Set(['href', 'src', 'xlink:href'])
/** Allowed schemes of links and images. Script URLs are compared with the build. */
const harmless = /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/

/** Links that load no code and no style: the icon, and the part of the page that is parsed before the first paint. */
const harmlessLinks = new Set(['icon', 'expect'])

const shown = ({ tag, attributes }: Element): string =>
  `<${[tag, ...Object.entries(attributes).map(([name, value]) => `${name}="${value}"`)].join(' ').slice(0, 160)}>`

const runs = (element: Element): boolean => element.tag === 'script' && !isData(element)

/** The attributes of a listed script. */
const usual = new Set(['nonce', 'src', 'type'])

const faultsOfScript = (element: Element, listed: readonly PageScript[], nonce: string | null): string[] => {
  const { src } = element.attributes
  if (Object.keys(element.attributes).some((name) => !usual.has(name))) return [`a script was added: ${shown(element)}`]
  if (src === undefined) {
    const integrity = sha384(element.text)
    if (listed.some((script) => script.src === null && script.integrity === integrity)) return []
    return [`an inline script that is not in the build: ${integrity}, beginning "${element.text.slice(0, 60)}"`]
  }
  const script = listed.find((one) => one.src === src)
  if (script === undefined) return [`a script was added: ${shown(element)}`]
  const { nonce: own } = element.attributes
  return own === (nonce ?? undefined) ? [] : [`the script ${src} lacks the policy's nonce`]
}

const faultsOfElement = (element: Element): string[] => {
  const { tag, attributes } = element
  const names = Object.keys(attributes)
  const bad = names.filter((name) => name.startsWith('on') || forbiddenAttributes.has(name))
  const leading = names.filter((name) => addresses.has(name) && tag !== 'script' && !harmless.test(attributes[name]!))
  const isForeignLink = tag === 'link' && !harmlessLinks.has(attributes['rel'] ?? '')
  return [
    ...(forbidden.has(tag) || isForeignLink ? [`an element was added: ${shown(element)}`] : []),
    ...[...bad, ...leading].map(
      (name) => `an element has an attribute that the gateway never writes, ${name}: ${shown(element)}`,
    ),
  ]
}

/**
 * The differences of a payment page, one sentence each: unlisted scripts, and any other markup that could run or load something.
 *
 * @param nonce of its policy; null if scripts are allowed by hash
 */
export const faultsOfHtml = (html: string, listed: readonly PageScript[], nonce: string | null): string[] => {
  const { elements, unread } = readElements(html)
  const scripts = elements.filter(runs)
  const sources = scripts.map(({ attributes, text }) => attributes['src'] ?? sha384(text))
  return [
    ...scripts.flatMap((element) => faultsOfScript(element, listed, nonce)),
    ...sources.filter((src, index) => sources.indexOf(src) !== index).map((src) => `a script is repeated: ${src}`),
    ...elements.flatMap(faultsOfElement),
    ...(unread === null ? [] : [`unexpected markup: ${unread.replaceAll(/\s+/g, ' ')}`]),
  ]
}

/** Whether a page has a script that runs. */
export const runsScripts = (html: string): boolean => readElements(html).elements.some(runs)
