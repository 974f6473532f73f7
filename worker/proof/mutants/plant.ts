import { registerHooks } from 'node:module'
import type { PlantedBug } from './plantedBug.ts'

const root = new URL('../../../', import.meta.url).href

/** Plants a bug in every module that this process loads from now on. */
export const plant = (bugs: readonly PlantedBug[], name: string | undefined): void => {
  const planted = bugs.find((bug) => bug.name === name)
  if (planted === undefined) throw new Error(`No bug is called ${name}.`)
  registerHooks({
    // The source imports JSON as its bundler lets it: without saying so.
    resolve: (specifier, context, next) => {
      const resolved = next(specifier, context)
      return resolved.url.endsWith('.json') ? { ...resolved, importAttributes: { type: 'json' } } : resolved
    },
    load: (url, context, next) => {
      const loaded = next(url, context)
      const patches = planted.patches.filter(({ file }) => url === root + file)
      if (patches.length === 0) return loaded
      const source = patches.reduce((text, { from, to }) => text.replace(from, () => to), String(loaded.source))
      return { ...loaded, source }
    },
  })
}
