"""Swept collision of boxes: fast movers, thin walls, no tunnelling.

The question: a box moves 90 px in a tick, a wall is 1 px thick. Looked
at before and after the tick, nothing happened. The answer: do not ask
where boxes are, ask when their shadows overlap.

Read it in this order. The chapters take an hour:

    aabb      Do two boxes overlap?
    sweep     When do two moving boxes overlap?
    polygon   And boxes that are turned?
    response  The sweep says when. What happens then?
    pitfalls  What does not work, and why does it seem to?

The engine, for a second hour:

    contact   What stops a mover, and when?
    batch     How are a million pairs swept at once?
    tables    How is the data of many bodies laid out?
    grid      Which solids are near a mover's path?
    flock     How are many movers followed at once?
    step      What happens to all bodies in one step?
    space     What holds many bodies, and moves them?

Glossary, in the terms of the field:

    AABB          axis-aligned bounding box: centre and half extents
    half extents  how far a box reaches from its centre on each axis
    reach         the sum of two boxes' half extents on an axis
    displacement  velocity * dt: how far something goes in a step
    u             time in a step, 0 to 1; u0 first, u1 last overlap
    contact       of a mover with a solid
    touch         of a mover with something that is not solid
    normal        unit vector from b towards a, from solid to mover
    narrow phase  the exact test of two boxes: overlaps, sweep, move
    broad phase   who is near enough to be tested at all: grid
    swept volume  everything a moving box passes; in 2-D a hexagon
    swept bounds  the AABB of the swept volume
    SKIN          2^-20 px: what move and Space take for touching
    core          the reach less SKIN, which no mover may enter

Conventions:

- Pixels, x to the right, y down; seconds. Coordinates stay within
  2^20 px, where a float64 still resolves 2^-32.
- A box is a closed set: boxes that touch overlap, and so does a box
  inside another. They are compared as |difference of centres| <= sum
  of half extents, whatever they were made from. Two boxes made from
  one and the same decimal face may be an ulp apart, on a grid of
  1/64 px they are not.
- Only relative motion counts, move_b - move_a: everything is seen from
  a. A miss is None. Boxes that touch and part overlap at u0 = u1 = 0;
  boxes that overlap when the step begins have u0 = 0 and their true u1.
- An axis without relative motion overlaps always or never. No -0.0 and
  no NaN leaves the package.
- Entry axes are those whose unclamped enter time equals u0. The normal
  lies on the first of them; without one it is zero.
- Geometry is not policy. overlaps and sweep know no tolerance; move and
  Space know one, SKIN, a length and never a fraction of time. A solid
  stops a mover only if it would be entered deeper than SKIN, on the
  axis that closes last. So resting, sliding along, leaving and grazing
  stop nobody, and a perfect corner stops.
- After a contact the hit coordinate is set from the wall's face. Who
  lay within SKIN in a second solid opposite may then lie 2 SKIN deep
  in that one.
- Contacts within SKIN of path of the earliest are a tie: a face goes
  before a corner, then what decides is the earlier time, the lower
  axis, the solid's place, size and motion; the id only for twins. One
  contact is answered, then everything is swept again.
- Where an argument is not finite, negative as an extent, or of other
  dimensions than the rest: ValueError. Zero extents collide.
- n dimensions in aabb, sweep, response and batch; polygon and Space are
  2-D. There are no spheres and no polyhedra.

Sources: Gomez, "Simple Intersection Tests for Games", Gamasutra 1999;
Ericson, Real-Time Collision Detection, 4.2, 5.2.1, 5.5.8; Dunn and
Parberry, 3D Math Primer for Graphics and Game Development.
"""

from . import pitfalls
from .aabb import AABB, overlaps
from .batch import BatchSweep, overlaps_batch, sweep_batch
from .contact import SKIN
from .polygon import OBB, ConvexPolygon, separating_axis, sweep_polygons
from .response import Contact, Response, move
from .space import Kind, Space
from .sweep import Sweep, sweep
from .tables import Contacts, Paths, Step, Touches

__all__ = [  # noqa: RUF022, in the order in which it is read
    "AABB",
    "overlaps",
    "Sweep",
    "sweep",
    "OBB",
    "ConvexPolygon",
    "separating_axis",
    "sweep_polygons",
    "SKIN",
    "Response",
    "Contact",
    "move",
    "pitfalls",
    "BatchSweep",
    "sweep_batch",
    "overlaps_batch",
    "Space",
    "Kind",
    "Step",
    "Contacts",
    "Touches",
    "Paths",
]
