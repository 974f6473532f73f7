import { readFileSync } from 'node:fs'

const readme = new URL('../../README.md', import.meta.url)

/** The README's only code block in a language. */
export const readmeSample = (language: string): string => {
  const [sample, ...others] = readFileSync(readme, 'utf8').matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))
  if (!sample || others.length > 0) throw new Error(`README.md has no or several samples in ${language}.`)
  return sample[1]!
}
