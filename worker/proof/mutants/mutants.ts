import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** A small change of the source, such as a mistake would be. Each `from` occurs once in its file. */
export interface Mutant {
  readonly name: string
  /** The models that must catch it, each on its own. */
  readonly caughtBy: readonly string[]
  readonly patches: readonly { readonly file: string; readonly from: string; readonly to: string }[]
}

export const repository = new URL('../../../', import.meta.url)

/** All mutants, one a line. */
export const mutants: readonly Mutant[] = readFileSync(new URL('mutants.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Mutant)

/** Lets Node load the sources as the bundler does, each with its patches, in every module that this process loads from now on. */
export const loadSources = (patches: Mutant['patches'] = []): void => {
  registerHooks({
    // The sources import JSON without an attribute.
    resolve: (specifier, context, next) => {
      const resolved = next(specifier, context)
      return resolved.url.endsWith('.json') ? { ...resolved, importAttributes: { type: 'json' } } : resolved
    },
    load: (url, context, next) => {
      const loaded = next(url, context)
      const own = patches.filter(({ file }) => url === repository.href + file)
      if (own.length === 0) return loaded
      const source = own.reduce((text, { from, to }) => text.replace(from, () => to), String(loaded.source))
      return { ...loaded, source }
    },
  })
}
