import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installPackage } from './testing/npmPackage.ts'
import { readmeSample } from './testing/readmeSample.ts'

const repository = fileURLToPath(new URL('..', import.meta.url))
/** The type checkers, which run on a TypeScript of their own. */
const checkers = createRequire(join(repository, 'widget/frameworks/package.json'))

/** A merchant's project, with the built package and the frameworks installed. */
let project: string

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'sluice-frameworks-'))
  await installPackage(project)
  const packages = join(project, 'node_modules')
  for (const framework of ['vue', 'svelte'])
    symlinkSync(join(repository, 'node_modules', framework), join(packages, framework))
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

const compilerOptions = {
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  verbatimModuleSyntax: true,
}

const tsconfig = (path: string, options: object = {}): string => {
  writeFileSync(path, JSON.stringify({ compilerOptions, include: ['**/*.vue', '**/*.svelte'], ...options }))
  return path
}

/** The output of a checker, which exits with an error where it reports one. */
const check = async (args: readonly string[], cwd: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd }).catch(
    (error: { stdout: string; stderr: string }) => {
      if (!error.stdout) throw new Error(error.stderr)
      return error
    },
  )
  return stdout
}

/** The reported errors as `file:line`, each once. */
type Errors = readonly string[]

const checkVue = async (folder: string): Promise<Errors> => {
  tsconfig(join(folder, 'tsconfig.json'), { vueCompilerOptions: { strictTemplates: true } })
  // Its own command would run on the TypeScript of this repository, which has no JavaScript API.
  const tsc = JSON.stringify(checkers.resolve('typescript/lib/tsc'))
  const command = join(folder, 'vueTsc.cjs')
  writeFileSync(command, `require(${JSON.stringify(checkers.resolve('vue-tsc'))}).run(${tsc})`)
  const output = await check([command, '--pretty', 'false'], folder)
  return [...new Set([...output.matchAll(/^(\S+)\((\d+),\d+\): error/gm)].map(([, file, line]) => `${file}:${line}`))]
}

const checkSvelte = async (folder: string): Promise<Errors> => {
  const command = checkers.resolve('svelte-check/bin/svelte-check')
  const output = await check(
    [command, '--tsconfig', tsconfig(join(folder, 'tsconfig.json')), '--output', 'machine', '--threshold', 'error'],
    folder,
  )
  if (!/COMPLETED [1-9]\d* FILES/.test(output)) throw new Error(output)
  return [...new Set([...output.matchAll(/ERROR "(.*?)" (\d+):\d+/g)].map(([, file, line]) => `${file}:${line}`))]
}

interface Framework {
  readonly sample: string
  readonly check: (folder: string) => Promise<Errors>
  readonly script: string
  /** Elements with all that is allowed, one in each line. */
  readonly right: readonly string[]
  /** Elements with one mistake each. */
  readonly wrong: readonly string[]
}

const frameworks: Record<string, Framework> = {
  vue: {
    sample: readmeSample('vue'),
    check: checkVue,
    script: `<script setup lang="ts">import type {} from '@sluicepay/sluice/vue'; const off = undefined</script><template>`,
    right: [
      `<sluice-card publishable-key="k" fallback-gateway="x" :disabled="false" no-name layout="stack" locale="de" form="pay" />`,
      `<sluice-card publishable-key="k" :no-name="off" class="card" style="margin: 0" id="card" aria-label="Card" />`,
      `<sluice-card publishable-key="k" :texts="{ labels: { postalCode: 'ZIP' } }"><p>Call us</p></sluice-card>`,
      `<sluice-card publishable-key="k" @ready="({ type }) => type satisfies string" @change="({ complete }) => complete satisfies boolean" />`,
      `<sluice-card publishable-key="k" @error="({ code }) => code satisfies string" @focus.once="({ relatedTarget }) => relatedTarget" />`,
      `<sluice-checkout src="x" :appearance="{ alertColor: 'red' }" @complete="({ transactionId }) => transactionId satisfies string" />`,
      `<sluice-checkout src="x" @cancel="({ url }) => url satisfies string" @close="({ reason }) => reason satisfies string" />`,
    ],
    wrong: [
      `<sluice-card name="token" />`,
      `<sluice-card publishable-key="k" layout="rows" />`,
      `<sluice-card publishable-key="k" colour="red" />`,
      `<sluice-card publishable-key="k" :required="1" />`,
      `<sluice-card publishable-key="k" :no-name="false" />`,
      `<sluice-card publishable-key="k" :texts="{ labels: { zip: 'ZIP' } }" />`,
      `<sluice-card publishable-key="k" @complete="() => {}" />`,
      `<sluice-card publishable-key="k" @change="({ token }) => token" />`,
      `<sluice-checkout source="x" />`,
      `<sluice-checkout :src="1" />`,
      `<sluice-checkout @pay="() => {}" />`,
      `<sluice-checkout @close="({ code }) => code" />`,
      `<sluice-chekout />`,
    ],
  },
  svelte: {
    sample: readmeSample('svelte'),
    check: checkSvelte,
    script: `<script lang="ts">import type {} from '@sluicepay/sluice/svelte'</script>`,
    right: [
      `<sluice-card publishable-key="k" fallback-gateway="x" disabled={false} no-name layout="stack" locale="de" form="pay"></sluice-card>`,
      `<sluice-card publishable-key="k" no-name={undefined} class="card" style="margin: 0" id="card" aria-label="Card"></sluice-card>`,
      `<sluice-card publishable-key="k" texts={{ labels: { postalCode: 'ZIP' } }}><p slot="error">Call us</p></sluice-card>`,
      `<sluice-card publishable-key="k" onready={({ type }) => type satisfies string} onchange={({ complete }) => complete satisfies boolean}></sluice-card>`,
      `<sluice-card publishable-key="k" onerror={({ code }) => code satisfies string} onfocus={({ relatedTarget }) => relatedTarget}></sluice-card>`,
      `<sluice-checkout src="x" appearance={{ alertColor: 'red' }} oncomplete={({ transactionId }) => transactionId satisfies string}></sluice-checkout>`,
      `<sluice-checkout src="x" oncancel={({ url }) => url satisfies string} onclose={({ reason }) => reason satisfies string}></sluice-checkout>`,
    ],
    wrong: [
      `<sluice-card name="token"></sluice-card>`,
      `<sluice-card publishable-key="k" layout="rows"></sluice-card>`,
      `<sluice-card publishable-key="k" colour="red"></sluice-card>`,
      `<sluice-card publishable-key="k" publishableKey="k"></sluice-card>`,
      `<sluice-card publishable-key="k" required={1}></sluice-card>`,
      `<sluice-card publishable-key="k" no-name={false}></sluice-card>`,
      `<sluice-card publishable-key="k" texts={{ labels: { zip: 'ZIP' } }}></sluice-card>`,
      `<sluice-card publishable-key="k" oncomplete={() => {}}></sluice-card>`,
      `<sluice-card publishable-key="k" onchange={({ token }) => token}></sluice-card>`,
      `<sluice-checkout source="x"></sluice-checkout>`,
      `<sluice-checkout src={1}></sluice-checkout>`,
      `<sluice-checkout onpay={() => {}}></sluice-checkout>`,
      `<sluice-checkout onclose={({ code }) => code}></sluice-checkout>`,
    ],
  },
}

// Type checkers take seconds to start.
describe('the elements in templates', { timeout: 60_000 }, () => {
  test.each(Object.entries(frameworks))(
    'the README’s sample compiles in %s, as do right attributes and events, and each wrong one is an error',
    async (name, { sample, check, script, right, wrong }) => {
      const folder = join(project, name)
      mkdirSync(folder)
      const template = (elements: readonly string[]) =>
        [script, ...elements, name === 'vue' ? '</template>' : ''].join('\n')
      writeFileSync(join(folder, `Sample.${name}`), sample)
      writeFileSync(join(folder, `Right.${name}`), template(right))
      writeFileSync(join(folder, `Wrong.${name}`), template(wrong))
      // The first line is the script.
      expect(await check(folder)).toEqual(wrong.map((_, index) => `Wrong.${name}:${index + 2}`))
    },
  )
})
