import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import MarkdownIt from 'markdown-it'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictures } from './pictures.ts'

let folder: string
const markdown = new MarkdownIt()
pictures(markdown)

/** The head of a PNG, which is all that is read. */
const png = (width: number, height: number): Buffer => {
  const file = Buffer.alloc(24)
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  return file
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-pictures-'))
  const files = {
    'wide.png': png(1180, 760),
    'wide-dark.png': png(1180, 760),
    'phone.png': png(780, 1120),
    'states.svg': '<svg width="300pt" height="150pt" viewBox="0.00 0.00 300 150">',
    'drawn.svg': '<svg viewBox="0 0 40 20" width="40">',
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
})
afterAll(() => rmSync(folder, { recursive: true }))

const render = (text: string): string => markdown.render(text, { path: join(folder, 'page.md') })

test('a picture with a dark twin becomes two pictures of the same size, loaded lazily', () => {
  const [light, dark, ...more] = [...render('![The checkout](./wide.png)').matchAll(/<img[^>]*>/g)].map(
    ([image]) => image,
  )
  for (const image of [light, dark])
    for (const attribute of ['alt="The checkout"', 'loading="lazy"', 'width="590"', 'height="380"'])
      expect(image).toContain(attribute)
  expect(light).toMatch(/src="\.\/wide\.png".* class="picture only-light"/)
  expect(dark).toMatch(/src="\.\/wide-dark\.png".* class="picture only-dark"/)
  expect(more).toEqual([])
})

test.each([
  ['an upright picture is shown 560 px high', 'phone.png', 'width="390" height="560"'],
  ['points of an SVG become pixels', 'states.svg', 'width="400" height="200"'],
  ['an SVG without points keeps its size', 'drawn.svg', 'width="40" height="20"'],
])('%s', (_, name, size) => {
  const text = render(`![A](./${name})`)
  expect(text).toContain(size)
  expect(text.match(/<img/g)).toHaveLength(1)
})

test('a diagram wider than a phone has a frame to scroll in', () => {
  expect(render('![A](./states.svg)')).toMatch(/<span class="diagram" tabindex="0"><img [^>]*><\/span>/)
  expect(render('![A](./drawn.svg)')).not.toContain('class="diagram"')
})

test('a picture that does not exist keeps its address, so that the build fails for it', () => {
  expect(render('![A](./none.png)')).toBe('<p><img src="./none.png" alt="A"></p>\n')
})
