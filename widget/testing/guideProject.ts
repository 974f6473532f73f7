import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CodeBlock, codeBlocks, readDocument } from '../../worker/cli/docs/markdown.ts'
import { installPackage } from './npmPackage.ts'

export type Framework = 'react' | 'vue' | 'svelte' | 'angular'

export const frameworks: readonly Framework[] = ['react', 'vue', 'svelte', 'angular']

/** The code blocks of a framework's guide. */
export const guideBlocks = (framework: Framework): CodeBlock[] =>
  codeBlocks(readDocument(`docs/guides/${framework}.md`))

const isFileName = (label: string): boolean => /\.\w+$/.test(label)

/** The files that a reader of a guide saves, by path. */
const guideFiles = (framework: Framework): Record<string, string> =>
  Object.fromEntries(
    guideBlocks(framework).flatMap(({ file, code }) => (isFileName(file) ? [[file, code] as const] : [])),
  )

const html = (id: string, script: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,"></head><body><div id="${id}"></div><script type="module" src="${script}"></script></body></html>`

/** What each framework's `create` command writes, as far as the guide's app needs it. */
const templates: Record<Framework, Record<string, string>> = {
  react: {
    'index.html': html('root', '/src/main.tsx'),
    'src/main.tsx': `import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './index.css'
import App from './App.tsx'
createRoot(document.getElementById('root')!).render(<StrictMode><App /></StrictMode>)`,
  },
  vue: {
    'index.html': html('app', '/src/main.ts'),
    'src/main.ts': `import { createApp } from 'vue'
import './style.css'
import App from './App.vue'
createApp(App).mount('#app')`,
  },
  svelte: {
    'index.html': html('app', '/src/main.ts'),
    'src/main.ts': `import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
mount(App, { target: document.getElementById('app')! })`,
  },
  angular: {
    'index.html': html('none', '/compiled/main.js').replace('<div id="none"></div>', '<app-root></app-root>'),
    'src/main.ts': `import '../src/styles.css'
import { provideBrowserGlobalErrorListeners } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import { App } from './app/app'
bootstrapApplication(App, { providers: [provideBrowserGlobalErrorListeners()] }).catch((error) => console.error(error))`,
  },
}

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Packages that a project has installed, besides ours. */
const packages: Record<Framework, readonly string[]> = {
  react: ['react', 'react-dom', '@types/react', '@types/react-dom', '@vitejs/plugin-react'],
  vue: ['vue', '@vitejs/plugin-vue'],
  svelte: ['svelte', '@sveltejs/vite-plugin-svelte'],
  angular: ['@angular/core', '@angular/common', '@angular/platform-browser', '@angular/platform-server', 'rxjs'],
}

/** The folder of a package: of the compilers' workspace, else of the repository. */
const installed = (name: string): string =>
  ['widget/frameworks', '.']
    .map((root) => join(repository, root, 'node_modules', name))
    .find((path) => existsSync(path))!

/** A project of a reader who has followed a framework's guide. */
export interface GuideProject {
  readonly folder: string
  readonly remove: () => Promise<void>
}

/**
 * Creates a project in a temporary folder: the template of the framework, the npm package as a registry delivers it, and the files of the
 * guide.
 *
 * @param edit changes the text of a file, such as its gateway
 * @param more further files
 */
export const createGuideProject = async (
  framework: Framework,
  edit: (text: string) => string = (text) => text,
  more: Readonly<Record<string, string>> = {},
): Promise<GuideProject> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), `sluice-${framework}-`)))
  await installPackage(folder)
  for (const name of [...packages[framework], '@types/node', 'vite']) {
    const path = join(folder, 'node_modules', name)
    await mkdir(dirname(path), { recursive: true })
    await symlink(installed(name), path)
  }
  for (const [file, text] of Object.entries({ ...templates[framework], ...guideFiles(framework), ...more })) {
    const path = join(folder, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, edit(text))
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
