import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** A small bug, planted in the source by text replacement. Each `from` occurs once in its file. */
export interface Mutant {
  /** `<component>: <broken behavior>`. */
  readonly name: string
  /** The models that must each catch it. */
  readonly caughtBy: readonly string[]
  readonly patches: readonly { readonly file: string; readonly from: string; readonly to: string }[]
}

export const repository = new URL('../../../', import.meta.url)

/** All mutants, one per line. */
export const mutants: readonly Mutant[] = readFileSync(new URL('mutants.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Mutant)

/** Registers loader hooks: modules that this process loads later are patched, and JSON is imported as the bundler does. */
export const patchSources = (patches: Mutant['patches'] = []): void => {
  registerHooks({
    // The sources import JSON without an import attribute.
    resolve: (specifier, context, next) => {
      const resolved = next(specifier, context)
      return resolved.url.endsWith('.json') ? { ...resolved, importAttributes: { type: 'json' } } : resolved
    },
    load: (url, context, next) => {
      const loaded = next(url, context)
      const filePatches = patches.filter(({ file }) => url === repository.href + file)
      if (filePatches.length === 0) return loaded
      const source = filePatches.reduce((text, { from, to }) => text.replace(from, () => to), String(loaded.source))
      return { ...loaded, source }
    },
  })
}
