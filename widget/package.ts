import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { EnvironmentOptions, ViteBuilder } from 'vite'
import { elementsManifest } from './manifest.ts'

const repository = fileURLToPath(new URL('..', import.meta.url))
const target = 'dist/package'

/** The modules of the npm package by name in dist/package, which `exports` of widget/package/package.json refer to. */
const modules = {
  index: 'widget/client/index.ts',
  encrypt: 'widget/encrypt/encryptCard.ts',
  testing: 'widget/encrypt/testWalletPayload.ts',
  element: 'widget/embed/element.ts',
  loader: 'widget/embed/loadElements.ts',
}

/** Type-only modules: frameworks need no code. */
const typesAlone = ['widget/embed/react.ts', 'widget/embed/svelte.ts', 'widget/embed/vue.ts']

/** Optional peer dependencies that our types may import. */
const peers = new Set(['react', 'svelte/elements', 'vue'])

/** A module must be importable on a server, where elements cannot be created. */
const ON_A_SERVER = 'const HTMLElement = globalThis.HTMLElement ?? Object;'

/** The package's code, as Vite's environment `package`. Not minified, since it is bundled by its users. */
export const packageBundle = {
  package: {
    consumer: 'client',
    build: {
      outDir: target,
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      lib: { entry: modules, formats: ['es'] },
      rolldownOptions: {
        output: { chunkFileNames: '[name].js', intro: ({ name }) => (name === 'element' ? ON_A_SERVER : '') },
      },
    },
  },
} satisfies Record<string, EnvironmentOptions>

/** `widget/client/index.ts` is published as `types/client/index.d.ts`, `worker/contract/encoding/bytes.ts` as `types/contract/bytes.d.ts`. */
const published = (source: string): string =>
  join('types', source.replace(/^(widget|worker)\//, '').replace(/\.ts$/, '.d.ts'))

/** The source of an import: a relative path or a name in the contract. Null for a peer dependency. */
const sourceOf = (specifier: string, importer: string): string | null => {
  if (peers.has(specifier)) return null
  if (specifier.startsWith('#contract/')) return `${specifier.replace('#', 'worker/')}.ts`
  if (specifier.startsWith('.')) return normalize(join(dirname(importer), specifier))
  throw new Error(`${importer} has types of ${specifier} in its declarations: the package would not stand alone`)
}

/** A declaration file with rewritten imports, and the imported sources. */
const rewriteImports = (
  text: string,
  source: string,
): { readonly text: string; readonly imported: readonly string[] } => {
  const imported: string[] = []
  const changed = text.replaceAll(
    /(\bfrom |\bimport\()(['"])([^'"]+)\2/g,
    (whole, keyword: string, quote: string, specifier: string) => {
      const found = sourceOf(specifier, source)
      if (found === null) return whole
      imported.push(found)
      const path = relative(dirname(published(source)), published(found)).replace(/\.d\.ts$/, '.js')
      return `${keyword}${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`
    },
  )
  return { text: changed, imported }
}

/** Copies the declarations of the published modules and their imports. */
const publishTypes = async (declarations: string): Promise<void> => {
  const waiting: string[] = [...Object.values(modules), ...typesAlone]
  const done = new Set<string>()
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    if (done.has(source)) continue
    done.add(source)
    const text = await readFile(join(declarations, source.replace(/\.ts$/, '.d.ts')), 'utf8')
    const file = rewriteImports(text, source)
    const path = join(repository, target, published(source))
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, file.text)
    waiting.push(...file.imported)
  }
}

/** Writes what describes the package: its package.json with the version of the repository's, README.md, LICENSE and CHANGELOG.md. */
const writeDescription = async (): Promise<void> => {
  const read = async (path: string): Promise<object> => JSON.parse(await readFile(join(repository, path), 'utf8'))
  const { name, ...rest } = (await read('widget/package/package.json')) as { name: string }
  const { version } = (await read('package.json')) as { version: string }
  await writeFile(
    join(repository, target, 'package.json'),
    `${JSON.stringify({ name, version, ...rest }, undefined, 2)}\n`,
  )
  await copyFile(join(repository, 'widget/package/README.md'), join(repository, target, 'README.md'))
  for (const name of ['LICENSE', 'CHANGELOG.md']) await copyFile(join(repository, name), join(repository, target, name))
}

/**
 * Builds dist/package, which `npm publish dist/package` publishes: modules without dependencies, declarations without libraries (the
 * elements' need the DOM's), the custom elements manifest, and the description of the package.
 */
export const writePackage = async (builder: ViteBuilder): Promise<void> => {
  const environment = builder.environments['package']
  if (!environment) throw new Error('no environment package')
  const declarations = await mkdtemp(join(tmpdir(), 'sluice-types-'))
  try {
    const tsc = join(repository, 'node_modules/typescript/bin/tsc')
    const project = join(repository, 'widget/tsconfig.package.json')
    await Promise.all([
      builder.build(environment),
      promisify(execFile)(process.execPath, [tsc, '-p', project, '--outDir', declarations]),
    ])
    await publishTypes(declarations)
    const manifest = JSON.stringify(await elementsManifest(), undefined, 2)
    await writeFile(join(repository, target, 'custom-elements.json'), `${manifest}\n`)
    await writeDescription()
  } finally {
    await rm(declarations, { recursive: true })
  }
}
