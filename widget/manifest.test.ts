import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { PROPERTIES } from './embed/appearance.ts'
import { type Declaration, elementsManifest } from './manifest.ts'

const repository = fileURLToPath(new URL('..', import.meta.url))

/** The element's own code, without its comments: what it reads, makes and fires. */
const code = globSync('widget/embed/*.ts', { cwd: repository })
  .filter((file) => !/\.test\.ts$|loadElements|react/.test(file))
  .map((file) => readFileSync(join(repository, file), 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, ''))
  .join('\n')

/** Every first group of a pattern in the code, once each. */
const found = (pattern: RegExp): string[] => [...new Set([...code.matchAll(pattern)].map(([, name]) => name!))].sort()
const names = (list: { name: string }[] | undefined): string[] => (list ?? []).map(({ name }) => name).sort()

let declarations: Declaration[]
let card: Declaration
beforeAll(async () => {
  const { modules } = await elementsManifest()
  declarations = modules.flatMap((module) => module.declarations)
  card = declarations.find(({ tagName }) => tagName === 'sluice-card')!
})

describe('the manifest of the elements', () => {
  it('has every attribute that is read or watched, and no other', () => {
    const watched = /observedAttributes = \[([^\]]*)\]/.exec(code)![1]!.match(/[\w-]+/g)!
    const read = found(/(?:getAttribute|hasAttribute)\('([\w-]+)'\)/g)
    expect(names(card.attributes)).toEqual([...new Set([...watched, ...read])].sort())
  })

  it('has every event that is fired, with its class, and those that the browser fires', () => {
    const own = found(/super\('(\w+)'/g)
    const fired = [...own, ...found(/new Event\('(\w+)'/g), 'focus', 'blur']
    expect(code).toMatch(/case 'focus':\s*case 'blur':\s*this\.dispatchEvent\(new FocusEvent\(message\.type\)/)
    expect(names(card.events)).toEqual([...fired, 'invalid'].sort())
    const classes = card.events!.filter(({ name }) => own.includes(name)).map(({ type }) => type.text)
    expect(names(declarations)).toEqual(expect.arrayContaining(classes))
    expect(classes).toHaveLength(own.length)
  })

  it('has every part, slot and custom property, and no other', () => {
    expect(names(card.cssParts)).toEqual(found(/part: '(\w+)'/g))
    // The frame's slot is the element's own.
    expect(names(card.slots)).toEqual(found(/\.name = '(\w+)'/g).filter((name) => name !== 'frame'))
    expect(names(card.cssProperties)).toEqual([...PROPERTIES].sort())
  })

  it('has every public member, and none that the browser calls', () => {
    const members = found(/^ {2}(?:static )?(?:override )?(?:async )?(?:get |set )?([a-z]\w*)(?:\(.*\{$| = '')/gm)
    const called = /Callback$|^constructor$/
    expect(names(card.members)).toEqual(members.filter((name) => !called.test(name)))
  })

  it('describes each of them', () => {
    const all: { name: string; description?: string }[] = declarations.flatMap(
      ({ attributes, events, cssParts, slots, cssProperties, members }) =>
        [attributes, events, cssParts, slots, cssProperties, members].flatMap((list) => list ?? []),
    )
    all.push(...declarations)
    expect(all.length).toBeGreaterThan(50)
    expect(all.filter(({ description }) => !description).map(({ name }) => name)).toEqual([])
  })
})
