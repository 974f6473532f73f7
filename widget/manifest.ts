import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as analyzer from '@custom-elements-manifest/analyzer'

const repository = fileURLToPath(new URL('..', import.meta.url).href)

/** The sources of the elements and their base class. */
const SOURCES = ['events', 'frameElement', 'sluice-card', 'sluice-checkout'].map((name) => `widget/embed/${name}.ts`)
/** The class that the elements extend. */
const INHERITED = 'FrameElement'
const PUBLISHED = 'dist/package/element.js'

type Named = { name: string; description?: string; privacy?: 'public' | 'protected' | 'private' }

type Member = Named & { kind: 'field' | 'method'; inheritedFrom?: object | undefined }

/** A class in a manifest. */
export type Declaration = Named & {
  tagName?: string
  superclass?: { name: string; package?: string }
  members?: Member[]
  attributes?: Named[]
  events?: (Named & { type: { text: string } })[]
  slots?: Named[]
  cssParts?: Named[]
  cssProperties?: Named[]
}

/** A custom elements manifest: https://github.com/webcomponents/custom-elements-manifest */
export type Manifest = {
  schemaVersion: string
  modules: { kind: 'javascript-module'; path: string; declarations: Declaration[]; exports: object[] }[]
}

// The analyzer's declarations lack these exports.
const { create, ts } = analyzer as unknown as {
  create: (options: { modules: object[] }) => Manifest
  ts: {
    ScriptTarget: { ES2022: number }
    createSourceFile: (path: string, text: string, target: number, setParentNodes: boolean) => object
  }
}

/** Superclasses of the platform have no module; members of our base class are listed as the elements' own. */
const global = (superclass: Declaration['superclass']) =>
  superclass && {
    superclass: { name: superclass.name.replace(INHERITED, 'HTMLElement'), package: 'global:' },
  }

/** A member without its inheritance. JSON omits undefined. */
const own = (member: Member): Member => ({ ...member, inheritedFrom: undefined })

const published = ({ members, events, superclass, ...declaration }: Declaration): Declaration => ({
  ...declaration,
  ...global(superclass),
  ...(members && { members: members.filter(({ privacy = 'public' }) => privacy === 'public').map(own) }),
  // The analyzer also infers events from dispatchEvent calls. The documented ones have a description.
  ...(events && { events: events.filter(({ description }) => description) }),
})

/**
 * The custom elements manifest for editors, documentation tools and linters, from the comments in the source. It has one module, that of the
 * package.
 */
export const elementsManifest = async (): Promise<Manifest> => {
  const modules = await Promise.all(
    SOURCES.map(async (path) => {
      const text = await readFile(join(repository, path), 'utf8')
      return ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true)
    }),
  )
  const found = create({ modules })
  const declarations = found.modules
    .flatMap((module) => module.declarations)
    .filter(({ name }) => name.startsWith('Sluice'))
    .map(published)
  const exported = declarations.map(({ name }) => ({
    kind: 'js',
    name,
    declaration: { name, module: PUBLISHED },
  }))
  const defined = declarations.flatMap(({ name, tagName }) =>
    tagName ? [{ kind: 'custom-element-definition', name: tagName, declaration: { name, module: PUBLISHED } }] : [],
  )
  return {
    schemaVersion: '1.0.0',
    modules: [{ kind: 'javascript-module', path: PUBLISHED, declarations, exports: [...exported, ...defined] }],
  }
}
