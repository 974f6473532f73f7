/**
 * The inline script of pages with a logo or pictures: a logo that does not load becomes the merchant's name, and a picture of an item leaves no
 * hole. It runs before the images are parsed, since the policy forbids handlers in attributes, and a later script misses the event. It has no
 * imports.
 */
const showName = ({ target }: Event): void => {
  if (!(target instanceof HTMLImageElement)) return
  const name = document.createElement('bdi')
  name.append(target.alt)
  // The name of an item is beside its picture.
  if (target.alt) target.replaceWith(name)
  else target.remove()
}

// Events of elements do not bubble.
document.addEventListener('error', showName, true)
