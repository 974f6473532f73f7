/** The element for a selector; throws if it is missing. */
export const one = <E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E => {
  const found = within.querySelector<E>(selector)
  if (!found) throw new Error(`No element matches ${selector}.`)
  return found
}

export const all = <E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E[] => [
  ...within.querySelectorAll<E>(selector),
]

/** A new element with a class and content. */
export const make = (tag: string, name: string, ...content: (string | Node)[]): HTMLElement => {
  const element = document.createElement(tag)
  if (name) element.className = name
  element.append(...content)
  return element
}

/** A copy of an icon from a template of the page. */
export const icon = (id: string): DocumentFragment =>
  one<HTMLTemplateElement>(`template#${id}`).content.cloneNode(true) as DocumentFragment
