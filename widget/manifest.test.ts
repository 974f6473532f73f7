import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { PROPERTIES } from './embed/appearance.ts'
import { CHECKOUT_CSS, CSS } from './embed/hostStyles.ts'
import { type Declaration, elementsManifest } from './manifest.ts'

const repository = fileURLToPath(new URL('..', import.meta.url))

/** Code without its comments, and without what is public only for the browser or for files beside it. */
const codeOf = (file: string): string =>
  readFileSync(join(repository, 'widget/embed', file), 'utf8')
    .replaceAll(/\/\*\* @internal[^]*?\*\/\n.*/g, '')
    .replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '')

const shared = ['frameElement.ts', 'frameChannel.ts', 'language.ts']
/** What each element reads, makes and fires, and the custom properties that it heeds. */
const ELEMENTS = [
  ['sluice-card', ['sluice-card.ts', 'tokenValue.ts', 'delaySubmit.ts', ...shared], PROPERTIES, ['invalid']],
  ['sluice-checkout', ['sluice-checkout.ts', ...shared], ['--sluice-checkout-height'], []],
] as const

const names = (list: { name: string }[] | undefined): string[] => (list ?? []).map(({ name }) => name).sort()
const unique = (list: string[]): string[] => [...new Set(list)].sort()

let declarations: Declaration[]
beforeAll(async () => {
  const { modules } = await elementsManifest()
  declarations = modules.flatMap((module) => module.declarations)
})

describe.each(ELEMENTS)('the manifest of %s', (tagName, files, properties, ofBrowser) => {
  const code = files.map(codeOf).join('\n')
  /** Every first group of a pattern in the code, once each. */
  const found = (pattern: RegExp): string[] => unique([...code.matchAll(pattern)].map(([, name]) => name!))
  const declared = () => declarations.find((declaration) => declaration.tagName === tagName)!

  it('the manifest lists exactly the attributes that are read or observed', () => {
    const source = readFileSync(join(repository, 'widget/embed', files[0]), 'utf8')
    const watched = /observedAttributes = \[([^\]]*)\]/.exec(source)![1]!.match(/[\w-]+/g)!
    const read = found(/(?:getAttribute|hasAttribute)\('([\w-]+)'\)/g)
    const label = code.includes('this.ariaLabel') ? ['aria-label'] : []
    expect(names(declared().attributes)).toEqual(unique([...watched, ...read, ...label]))
  })

  it('the manifest lists every fired event with its class', () => {
    const classes = [...codeOf('events.ts').matchAll(/class (\w+) extends[^]*?super\('(\w+)'/g)].filter(([, name]) =>
      new RegExp(`${name}\\b`).test(code),
    )
    const fired = [
      ...classes.map(([, , type]) => type!),
      ...found(/new Event\('(\w+)'/g),
      'focus',
      'blur',
      ...ofBrowser,
    ]
    expect(code).toMatch(/case 'focus':\s*case 'blur':\s*this\.dispatchEvent\(new FocusEvent\(common\.type\)/)
    expect(names(declared().events)).toEqual(fired.sort())
    for (const [, name, type] of classes)
      expect(declared().events!.find((event) => event.name === type)!.type.text).toBe(name)
    expect(names(declarations)).toEqual(expect.arrayContaining(classes.map(([, name]) => name)))
  })

  it('the manifest lists exactly the parts, slots and custom properties', () => {
    expect(names(declared().cssParts)).toEqual(found(/part: '(\w+)'/g))
    // The frame's slot is the element's own.
    expect(names(declared().slots)).toEqual(found(/\.name = '(\w+)'/g).filter((name) => name !== 'frame'))
    expect(names(declared().cssProperties)).toEqual([...properties].sort())
    for (const property of properties) expect([CSS, CHECKOUT_CSS].join()).toContain(property)
  })

  it('the manifest lists every public member without browser callbacks', () => {
    const members = found(/^ {2}(?:static )?(?:override )?(?:async )?(?:get |set )?([a-z]\w*)(?:\(.*\{$| = '')/gm)
    expect(names(declared().members)).toEqual(members.filter((name) => name !== 'constructor'))
  })
})

describe('the manifest', () => {
  it('the manifest describes each entry', () => {
    const all: { name: string; description?: string }[] = declarations.flatMap(
      ({ attributes, events, cssParts, slots, cssProperties, members }) =>
        [attributes, events, cssParts, slots, cssProperties, members].flatMap((list) => list ?? []),
    )
    all.push(...declarations)
    expect(all.length).toBeGreaterThan(50)
    expect(all.filter(({ description }) => !description).map(({ name }) => name)).toEqual([])
  })
})
