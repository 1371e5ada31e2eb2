"""Swept collision of boxes: fast movers, thin walls, no tunnelling.

The question: a box moves 90 px in a step, and a wall is 1 px thick. A
test before the step and a test after it both find nothing. The answer:
do not ask where the boxes are, ask when their shadows overlap.

Read the chapters in this order; they take an hour and need no numpy:

    aabb      Do two boxes overlap?
    sweep     When do two moving boxes overlap?
    pitfalls  What does not work, and why does it seem to?
    response  The sweep says when. What happens then?
    polygon   What about boxes that are turned?

The engine, for a second hour:

    axes      On which axes may two convex shapes have a gap?
    contact   What stops a mover, and when?
    batch     How are a million pairs swept at once?
    tables    How is the data of many bodies laid out?
    grid      Which solids are near a mover's path?
    flock     How are many movers followed at once?
    step      What happens to all bodies in one step?
    space     What holds many bodies, and moves them?

The same, where follow.c is compiled:

    compiled  How are many movers followed where follow.c is compiled?
    library   Is there a compiled follow.c that may be used?
    build     How is follow.c built?

Glossary, in the terms of the field:

    AABB          axis-aligned bounding box: centre and half extents
    half extents  how far a box reaches from its centre on each axis
    reach         the sum of two boxes' half extents on an axis
    displacement  velocity * dt: how far a box moves in a step
    u             time in a step, 0 to 1; u0 first, u1 last overlap
    body          a box in a Space: a wall, obstacle, mover or sensor
    solid         a body that stops movers: a wall or an obstacle
    mover         a body that solids stop
    sensor        a body that stops nothing and reports movers
    meeting       a possible contact, on the path as it now is
    contact       the first meeting, at which the mover responds
    touch         of a mover with something that is not solid
    path          the straight pieces along which a body moves in a step
    corner        where a path begins, ends or bends; of a box: a vertex
    journey       one mover followed along its path, contact by contact
    normal        unit vector from b towards a, from solid to mover
    narrow phase  the exact test of two boxes: overlaps, sweep, move
    broad phase   finding the pairs that are near enough to test: grid
    swept volume  all points that a moving box covers; in 2-D a hexagon
    swept bounds  the AABB of the swept volume
    SKIN          2^-20 px: the tolerance of move and Space
    core          the reach less SKIN, which no mover may enter

Conventions:

- Units are pixels, x to the right, y down, and seconds. Coordinates
  stay within 2^20 px, where a float64 still resolves 2^-32.
- A box is a closed set: boxes that touch overlap, and so does a box
  inside another. Boxes are compared as |difference of centres| <= sum
  of half extents, however they were made. Faces on a grid of 1/64 px
  are exact; two boxes made from the same decimal face may be an ulp
  apart.
- Only the relative displacement counts, r = move_b - move_a: the step
  is seen from a. A miss is None. Boxes that touch and part overlap at
  u0 = u1 = 0; boxes that overlap when the step begins have u0 = 0 and
  their true u1.
- On an axis without relative motion the shadows overlap always or
  never. No -0.0 and no NaN leaves the package.
- Entry axes are those whose enter time, before it is clamped to the
  step, equals u0. The normal lies on the first of them; without one it
  is zero.
- Geometry is not policy. overlaps and sweep know no tolerance; move and
  Space know one, SKIN, a length and never a fraction of time. A solid
  stops a mover only if the mover would enter it deeper than SKIN, and
  on the axis that closes last. So resting, sliding along, leaving and
  grazing are no contacts, and a perfect corner stops.
- Joints are shut. Between two solids that touch, up to SKIN apart, a
  mover whose half extent on that axis is at most 1.5 SKIN would be
  deeper than SKIN in neither. So where two solids beside it leave it no
  more room on that axis than its size and SKIN, and it would enter both
  deeper than SKIN on the others, it is stopped at the face that it
  reaches last. A mover that is in a joint already may leave it on both
  sides.
- After a contact the mover's coordinate on that axis is set from the
  solid's face. If it is then deeper than SKIN in another solid, and
  would be when the step ends, it has a contact with that one at once.
- A mover gets through no solid and no joint, at any finite speed,
  however the solids move, and when the step ends it is inside none
  deeper than SKIN. PASS movers do, and three things are excepted.
  Nothing is promised of a mover that is crushed, or starts inside
  solids with no free place, until it is free. One whose path bends
  1,024 times in a step, since a thousand obstacles push it in turn,
  counts as crushed. A solid and a mover whose reach on an axis is at
  most SKIN never stop each other. And a joint is one of two solids:
  boxes that meet in a corner alone let a point through, and so do, in
  3-D, lines in which more than two meet.
- The order in which solids are listed, or bodies added, changes nothing
  but the ids that are reported, and the same input gives the same bits
  on every platform.
- Contacts tie with the earliest while no solid that was met by then is
  entered deeper than SKIN. Among them face contacts win over corners;
  then the earlier time decides, the lower axis, the solid's place, size
  and motion, and its id only for identical solids. The mover responds
  to one contact, then everything is swept again.
- A number that is not finite, a negative extent, or arguments that
  differ in dimensions raise ValueError. Zero extents collide.
- aabb, sweep, pitfalls, response and batch have n dimensions. polygon
  has polygons in 2-D, and boxes in 2-D and 3-D. Space is 2-D. There are
  no spheres and no polyhedra but boxes.

Sources: Gomez, "Simple Intersection Tests for Games", Gamasutra 1999;
Ericson, Real-Time Collision Detection, 4.2, 5.2.1, 5.5.8; Dunn and
Parberry, 3D Math Primer for Graphics and Game Development.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from . import pitfalls
from .aabb import AABB, overlaps
from .contact import SKIN
from .polygon import OBB, ConvexPolygon, separating_axis, sweep_polygons
from .response import Contact, Response, move
from .sweep import Sweep, sweep

__all__ = ["AABB", "overlaps", "Sweep", "sweep", "pitfalls"]
__all__ += ["Response", "Contact", "move", "OBB", "ConvexPolygon"]
__all__ += ["separating_axis", "sweep_polygons", "SKIN"]
__all__ += ["BatchSweep", "sweep_batch", "overlaps_batch"]
__all__ += ["Space", "Kind", "Step", "Contacts", "Touches", "Paths"]

if TYPE_CHECKING:
    from .batch import BatchSweep, overlaps_batch, sweep_batch
    from .space import Kind, Space
    from .tables import Contacts, Paths, Step, Touches
else:

    def __getattr__(name):
        """Import the engine, which needs numpy, for any name of it."""
        if name not in __all__:
            what = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(what)
        try:
            for module in ("batch", "tables", "space"):
                found = vars(import_module(f".{module}", __name__))
                named = found.keys() & __all__
                globals().update({each: found[each] for each in named})
        except ModuleNotFoundError as error:
            what = f"{__name__}.{name} needs numpy: {error}"
            raise ImportError(what) from error
        return globals()[name]

    def __dir__():
        return sorted({*globals(), *__all__})
