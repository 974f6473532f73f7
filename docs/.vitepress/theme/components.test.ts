import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inRepository } from '../../../worker/cli/repository.ts'

const site = inRepository('docs/.vitepress')
/** vue-tsc needs a TypeScript with a JavaScript API, which this workspace has. */
const checkers = createRequire(inRepository('widget/frameworks/package.json'))

let folder: string
let command: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-theme-'))
  command = join(folder, 'vueTsc.cjs')
  const tsc = JSON.stringify(checkers.resolve('typescript/lib/tsc'))
  writeFileSync(command, `require(${JSON.stringify(checkers.resolve('vue-tsc'))}).run(${tsc})`)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A page that uses a component of the theme. */
const component = (attributes: string) =>
  `<script setup lang="ts">import TryIt from '${site}/theme/TryIt.vue'</script>\n<template><TryIt ${attributes} /></template>`

/** Errors in the theme's components, and in one of a test. */
const check = async (component: string): Promise<string[]> => {
  const config = join(folder, 'tsconfig.json')
  writeFileSync(join(folder, 'Page.vue'), component)
  const compilerOptions = {
    noEmit: true,
    typeRoots: [inRepository('node_modules/@types'), inRepository('node_modules')],
    paths: { '*': [inRepository('node_modules/*')] },
  }
  const include = [`${site}/theme/**/*.vue`, `${site}/theme/**/*.ts`, `${folder}/Page.vue`]
  const exclude = [`${site}/**/*.test.ts`]
  const vueCompilerOptions = { strictTemplates: true }
  writeFileSync(
    config,
    JSON.stringify({ extends: `${site}/tsconfig.json`, compilerOptions, include, exclude, vueCompilerOptions }),
  )
  const { stdout } = await promisify(execFile)(process.execPath, [
    command,
    '--project',
    config,
    '--pretty',
    'false',
  ]).catch((error: { stdout: string; stderr: string }) => {
    if (!error.stdout) throw new Error(error.stderr)
    return error
  })
  return stdout.split('\n').filter((line) => /error TS/.test(line))
}

test('components of the documentation’s theme have no type errors', { timeout: 60_000 }, async () => {
  expect(await check(component('operation="authorizeTransaction"'))).toEqual([])
  expect(await check(component(':operation="1"'))).toEqual([expect.stringMatching(/Page\.vue\(2,\d+\): error TS2322/)])
})
