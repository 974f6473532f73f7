type Content = string | Node

/** A new element with a class and content. */
export const make = <T extends keyof HTMLElementTagNameMap>(
  tag: T,
  name: string,
  ...content: Content[]
): HTMLElementTagNameMap[T] => {
  const element = document.createElement(tag)
  if (name) element.className = name
  element.append(...content)
  return element
}

/** @param press click handler */
export const makeButton = (name: string, press: () => void, ...content: Content[]): HTMLButtonElement => {
  const button = make('button', name, ...content)
  button.type = 'button'
  button.addEventListener('click', press)
  return button
}

export const withLabel = <E extends Element>(element: E, label: string): E => {
  element.setAttribute('aria-label', label)
  return element
}

/** A copy of an SVG from a template of the page. */
export const picture = (id: string): DocumentFragment => {
  const template = document.querySelector<HTMLTemplateElement>(`template#${id}`)
  if (!template) throw new Error(`The page has no template ${id}.`)
  return template.content.cloneNode(true) as DocumentFragment
}
