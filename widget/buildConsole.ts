import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EnvironmentOptions, Rolldown, ViteBuilder } from 'vite'
import type { PagesManifest } from '#contract/builtPages'
import { hash, keepOnly, minifyCss, version, write, writeScript } from './buildFiles.ts'
import { addressPatterns } from './console/shell/routes.ts'
import { firstReads } from './console/shell/firstReads.ts'
import { sectionTitle } from './console/shell/sectionTitle.ts'
import { consoleIcon, shellPage } from './console/shellPage.ts'
import { consoleStyles } from './console/styles/console.styles.ts'
import { withoutShadowStyles } from './withoutShadowStyles.ts'

const repository = fileURLToPath(new URL('..', import.meta.url))
const folder = 'console-assets'

/**
 * Removes indentation around the tags of the console's templates: the browser would create a text node for each.
 *
 * It runs on sources: in built code a string can look like a template.
 */
const withoutTemplateIndentation = {
  name: 'sluice:without-template-indentation',
  transform: {
    filter: { id: /\/widget\/(?:console\/.*|fields\/icons)\.ts$/ },
    handler: (code: string): string =>
      code
        .replace(/(?<=>)\s*\n\s*(?=<|\$\{)/g, '')
        .replace(/(?<=\})\s*\n\s*(?=<)/g, '')
        .replace(/(?<=(?:html|svg)`)\s*\n\s*/g, '')
        .replace(/(?<=[>}])\s*\n\s*(?=`)/g, ''),
  },
}

/** The console: a script that starts it, and a chunk for each screen. */
export const consoleBundle = {
  consumer: 'client',
  build: {
    write: false,
    target: 'es2022',
    minify: true,
    modulePreload: false,
    rolldownOptions: {
      input: join(repository, 'widget/console/main.ts'),
      output: {
        format: 'es',
        // Names with hashes, so that the files can be cached forever.
        entryFileNames: '[hash:16].js',
        chunkFileNames: '[hash:16].js',
        codeSplitting: {
          // One file for what every screen needs, and one for what most do: each further file is a request.
          groups: [
            { name: 'shell', test: /\/widget\/console\/(?:main|shell\/|api\/|format\/)/, priority: 2 },
            { name: 'parts', test: /\/widget\/console\/parts\//, minShareCount: 4, priority: 1 },
          ],
        },
      },
      plugins: [withoutTemplateIndentation, withoutShadowStyles],
      preserveEntrySignatures: 'allow-extension',
    },
  },
} satisfies EnvironmentOptions

type Chunk = Rolldown.OutputChunk

/** The chunk and all that it imports, except those that are already loaded. */
const withImports = (chunks: ReadonlyMap<string, Chunk>, name: string, loaded: ReadonlySet<string>): Set<string> => {
  const found = new Set<string>()
  const visit = (file: string): void => {
    if (found.has(file) || loaded.has(file)) return
    found.add(file)
    for (const imported of chunks.get(file)?.imports ?? []) visit(imported)
  }
  visit(name)
  return found
}

/** The name of a screen: that of its folder. A part that a screen loads later has its file's name as well. */
const screenName = ({ facadeModuleId }: Chunk): string => {
  const [, screen, joining, file = ''] =
    /\/(?:screens\/([\w-]+)|(joining))\/([\w-]+)\.ts$/.exec(facadeModuleId ?? '') ?? []
  const name = screen ?? joining ?? ''
  return screen === undefined || file.endsWith('-screen') ? name : `${name}/${file}`
}

/**
 * Builds the console's files; returns its part of the manifest.
 *
 * @param firstRequests the code of the page's inline script
 */
export const writeConsole = async (
  builder: ViteBuilder,
  firstRequests: string,
  assets: string,
  quality: number,
): Promise<PagesManifest['console']> => {
  const environment = builder.environments['console']
  if (!environment) throw new Error('no environment console')
  const built = [await builder.build(environment)].flat().flatMap((result) => ('output' in result ? result.output : []))
  const chunks = new Map(built.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
  if (chunks.size !== built.length) throw new Error('the console must consist of scripts')
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry)
  if (!entry) throw new Error('the console has no entry')

  const style = minifyCss(consoleStyles)
  const styleName = `${version(style)}.css`
  const iconName = `${version(consoleIcon)}.svg`
  await keepOnly(join(assets, folder), [...chunks.keys(), styleName, iconName])
  const files = new Map(
    await Promise.all(
      [...chunks].map(
        async ([name, { code }]) => [name, await writeScript(assets, folder, code, quality, name)] as const,
      ),
    ),
  )
  const styleSizes = await write(join(assets, folder, styleName), style, quality)
  await write(join(assets, folder, iconName), consoleIcon, quality)
  const styleFile = { path: `/${folder}/${styleName}`, integrity: hash('sha384', style), ...styleSizes }

  const initial = withImports(chunks, entry.fileName, new Set())
  const script = files.get(entry.fileName)!
  const integrity = Object.fromEntries(
    [...files].filter(([name]) => name !== entry.fileName).map(([, file]) => [file.path, file.integrity]),
  )
  const importMap = JSON.stringify({ integrity })
  const shell = shellPage({ script, style: styleFile, icon: `/${folder}/${iconName}`, importMap, firstRequests })
  const sizeOf = (names: ReadonlySet<string>) => ({
    bytes: [...names].reduce((sum, name) => sum + files.get(name)!.bytes, 0),
    brotli: [...names].reduce((sum, name) => sum + files.get(name)!.brotli, 0),
  })
  const lazy = [...chunks.values()].filter(({ isDynamicEntry }) => isDynamicEntry)
  const screenPages = addressPatterns().map(([name, pattern]) => {
    const chunk = lazy.find((each) => screenName(each) === name)
    if (!chunk) throw new Error(`the screen ${name} has no chunk`)
    const scripts = [...withImports(chunks, chunk.fileName, initial)].map((file) => {
      const { path, integrity } = files.get(file)!
      return { path, integrity }
    })
    return { pattern, scripts, title: sectionTitle(name), reads: firstReads[name] }
  })
  /** What is loaded before a chunk: that of the shell, and for a part of a screen that of the screen. */
  const loadedBefore = (chunk: Chunk): ReadonlySet<string> => {
    const [screen, part] = screenName(chunk).split('/')
    const owner = part && lazy.find((other) => screenName(other) === screen)
    return owner ? new Set([...initial, ...withImports(chunks, owner.fileName, initial)]) : initial
  }
  return {
    shell,
    screenPages,
    scriptHashes: [hash('sha256', importMap), hash('sha256', firstRequests)],
    version: version(JSON.stringify([shell, screenPages])),
    script: { ...script, ...sizeOf(initial) },
    style: styleFile,
    screens: Object.fromEntries(
      lazy
        .map((chunk) => [screenName(chunk), sizeOf(withImports(chunks, chunk.fileName, loadedBefore(chunk)))] as const)
        .sort(([one], [other]) => one.localeCompare(other)),
    ),
  }
}
