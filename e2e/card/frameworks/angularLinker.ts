import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { inRepository } from '../../../worker/cli/repository.ts'

/** Packages of the compilers' workspace. */
const tools = createRequire(inRepository('widget/frameworks/package.json'))
const load = async <Module>(name: string): Promise<Module> => import(pathToFileURL(tools.resolve(name)).href)

interface Babel {
  transformAsync(code: string, options: object): Promise<{ code: string } | null>
}

/** Links Angular's libraries, which are published half compiled, as Angular's own build does. */
export const angularLinker = async (): Promise<Plugin> => {
  const babel = await load<Babel>('@babel/core')
  const { default: linker } = await load<{ default: unknown }>('@angular/compiler-cli/linker/babel')
  return {
    name: 'angular-linker',
    async transform(code, id) {
      if (!id.includes('/@angular/') || !code.includes('ɵɵngDeclare')) return null
      const options = { filename: id, plugins: [linker], configFile: false, babelrc: false, compact: false }
      const linked = await babel.transformAsync(code, options)
      if (!linked) throw new Error(`${id} could not be linked.`)
      return { code: linked.code, map: null }
    },
  }
}
