// @ts-check
/* Everything works without this file. It swaps in the parts the server returns, hears keys,
   drags numbers, and computes none of them. Each module wires what it finds, and finds it again
   after a part was replaced. */
import { wireSwap } from "./swap.js";
import { wireForms } from "./stamp.js";
import { wireEcho } from "./echo.js";
import { wireKeys } from "./keys.js";
import { wireLab, wireLabPart } from "./lab.js";
import { wirePictures } from "./picture.js";
import { wireSky } from "./sky.js";
import { wireSettings } from "./settings.js";
import { wireWatch } from "./watch.js";

/** @param {ParentNode} part */
function wire(part) {
  wireForms(part);
  wireEcho(part);
  wirePictures(part);
  wireSky(part);
  wireSettings(part);
  wireLabPart(part);
  wireWatch(part);
}

document.documentElement.dataset.script = "on";
wire(document);
wireSwap(wire);
wireKeys();
wireLab();
