import { defaultTreeAdapter as tree, parse } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'

/** What a browser would make of a page: its elements in their order, and the text in each, without markup and needless space. */
export interface ReadElement {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
}

const textOf = (node: DefaultTreeAdapterTypes.Node): string =>
  tree.isTextNode(node) ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''

const readElement = (element: DefaultTreeAdapterTypes.Element): ReadElement => ({
  tag: element.tagName,
  attributes: Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])),
  text: textOf(element).replaceAll(/\s+/g, ' ').trim(),
})

const elementsIn = (node: DefaultTreeAdapterTypes.ParentNode): ReadElement[] =>
  node.childNodes
    .filter((child) => tree.isElementNode(child))
    .flatMap((element) => [readElement(element)].concat(elementsIn(element)))

/** Reads HTML as browsers do. */
export const readHtml = (html: string): ReadElement[] => elementsIn(parse(html))
