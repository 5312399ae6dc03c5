// Runs before the first paint, in every browser, and so in the language of 2009. The build compresses it.
;(function () {
  // A chosen theme never flashes in the other one.
  try {
    var theme = localStorage.getItem('theme')
    if (theme) document.documentElement.setAttribute('data-theme', theme)
  } catch {
    // Access to storage may be denied: the system's theme applies.
  }

  // Replaces the logo by one of the messages of the page, unless the first screen has replaced both. `id` names its element.
  function show(id) {
    var message = document.getElementById(id)
    if (!message) return
    document.getElementById('start').style.display = 'none'
    message.hidden = false
    document.getElementById('retry').onclick = function () {
      location.reload()
    }
  }

  // Without cascade layers none of the app's styles apply. A browser that has them has all else that the app needs.
  if (!window.CSSLayerBlockRule)
    // Once the page is read, and before its modules run.
    document.onreadystatechange = function () {
      show('too-old')
      // The app finds no place to start in.
      document.getElementById('root').id = document.onreadystatechange = null
    }
  // A script that cannot be loaded, parsed or run. These events do not bubble.
  else
    addEventListener(
      'error',
      function (event) {
        if (event.target.tagName === 'SCRIPT' || !String(event.filename).indexOf(location.origin)) show('not-started')
      },
      true,
    )
})()
