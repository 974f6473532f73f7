import { fileURLToPath } from 'node:url'
import { compile as compileSvelte } from 'svelte/compiler'
import { build, type Plugin } from 'vite'
import { compileScript, parse } from 'vue/compiler-sfc'
import { readmeSample } from '../../../widget/testing/readmeSample.ts'

export type Framework = 'vue' | 'svelte'

const entries: Record<Framework, string> = {
  vue: `import { createApp } from 'vue'; import App from 'app'; createApp(App).mount('main')`,
  svelte: `import { mount } from 'svelte'; import App from 'app'; mount(App, { target: document.querySelector('main') })`,
}

/** Compiles a component to TypeScript, with the options that the README names. */
const compilers: Record<Framework, (source: string) => string> = {
  vue: (source) =>
    compileScript(parse(source).descriptor, {
      id: 'app',
      inlineTemplate: true,
      templateOptions: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('sluice-') } },
    }).content,
  svelte: (source) => compileSvelte(source, { filename: 'App.svelte', generate: 'client', css: 'injected' }).js.code,
}

const samplePlugin = (framework: Framework, source: string): Plugin => ({
  name: 'sample',
  resolveId: (id) => {
    if (id === '@sluicepay/sluice/element')
      return fileURLToPath(new URL('../../../widget/embed/element.ts', import.meta.url))
    return ['entry', 'app'].includes(id) ? `\0${id}.ts` : null
  },
  load: (id) => {
    if (id === '\0entry.ts') return entries[framework]
    return id === '\0app.ts' ? compilers[framework](source) : null
  },
})

/** Bundles a page with the README's sample of a framework as its only component. */
export const bundleSample = async (
  framework: Framework,
  { gateway, publishableKey }: { gateway: string; publishableKey: string },
): Promise<string> => {
  const source = readmeSample(framework)
    .replace('https://pay.example.com', gateway)
    .replace('sluice_pk_test_…', publishableKey)
  const output = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [samplePlugin(framework, source)],
    build: { write: false, target: 'es2022', rolldownOptions: { input: 'entry' } },
  })
  const [chunk] = [output].flat().flatMap((result) => ('output' in result ? result.output : []))
  if (chunk?.type !== 'chunk') throw new Error('The bundle has more than one chunk.')
  return chunk.code
}
